# Twenties in a container: one image for the web server, the workers and the migrations.
#
#   docker build -t twenties .
#   docker run -p 2020:2020 -v twenties:/var/lib/twenties twenties        everything in one
#
# compose.yaml runs the parts one by one, on PostgreSQL and Redis.

FROM python:3.12-slim AS build
WORKDIR /src
RUN python -m venv /opt/twenties
COPY requirements/runtime.txt requirements/
RUN /opt/twenties/bin/pip install --no-cache-dir --require-hashes -r requirements/runtime.txt
COPY pyproject.toml README.md LICENSE ./
COPY archive archive
COPY workers workers
COPY schemas schemas
RUN /opt/twenties/bin/pip install --no-cache-dir --no-deps --no-build-isolation .

FROM python:3.12-slim
RUN useradd --system --uid 2020 --home-dir /var/lib/twenties --create-home twenties
COPY --from=build /opt/twenties /opt/twenties
ENV PATH=/opt/twenties/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    TWENTIES_INSTANCE=/var/lib/twenties \
    TWENTIES_HOST=0.0.0.0 \
    TWENTIES_LOG_FORMAT=json
USER twenties
WORKDIR /var/lib/twenties
VOLUME /var/lib/twenties
EXPOSE 2020
# Long enough for TWENTIES_GRACE: compose.yaml says so again to whoever stops the container.
STOPSIGNAL SIGTERM
ENTRYPOINT ["twenties"]
CMD ["serve"]
