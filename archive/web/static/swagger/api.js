// Starts Swagger UI. It shows the description that the page names, and asks no other site.

const place = document.querySelector("#swagger");

globalThis.SwaggerUIBundle({
  domNode: place,
  url: place.dataset.description,
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  defaultModelRendering: "model",
  displayRequestDuration: true,
  validatorUrl: null,
  // A program has no cookie: what is tried out here is tried with a token, or without an account.
  requestInterceptor: (request) => ({ ...request, credentials: "omit" }),
  presets: [globalThis.SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
});
