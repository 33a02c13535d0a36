// Uploads a record, waits, and prints its verdict's answers, by types made from the API's description.
import createClient from "openapi-fetch";
import { readFile } from "node:fs/promises";
import type { components, paths } from "./twenties.js";

const [address, path] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: address });

async function uploaded(text: string): Promise<components["schemas"]["Upload"]> {
  const form = new FormData();
  form.append("file", new File([text], "evening.xxn"));
  const { data, error } = await client.POST("/api/v1/uploads", {
    params: { query: { visibility: "unlisted" } },
    body: { file: text },
    bodySerializer: () => form,
  });
  if (!data) throw new Error(error?.detail);
  return data;
}

let upload = await uploaded(await readFile(path, "utf-8"));
while (upload.state === "queued" || upload.state === "working") {
  await new Promise((resolve) => setTimeout(resolve, 200));
  const { data, error } = await client.GET("/api/v1/uploads/{upload_id}", {
    params: { path: { upload_id: upload.id } },
  });
  if (!data) throw new Error(error?.detail);
  upload = data;
}
for (const game of upload.games) {
  const { data: verdict, error } = await client.GET("/api/v1/games/{game_id}/verdict", {
    params: { path: { game_id: game.id } },
  });
  if (!verdict) throw new Error(error?.detail);
  const first: string | undefined = verdict.findings[0]?.code;
  console.log(verdict.answers.legality, verdict.answers.arithmetic, verdict.answers.result, first ?? "");
}
