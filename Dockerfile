# Builds one image per service: docker build --build-arg SERVICE=gateway -t waybill-gateway .
# Services have no build step: Node.js runs TypeScript directly. Workspaces stay the symbolic links that npm creates.
# Only the console, which the gateway serves, is built.
ARG NODE_IMAGE=node:24-bookworm-slim

# Readable for the user of the images, whatever umask the checkout was made with. Other stages copy from here only: a chmod of
# their own would store the files twice.
FROM ${NODE_IMAGE} AS source
WORKDIR /app
COPY . .
RUN chmod -R a+rX .

# Only the files that npm reads, so that a change of source keeps the dependency layer cached.
FROM source AS manifests
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete && find . -type d -empty -delete

FROM ${NODE_IMAGE} AS dependencies
ARG SERVICE
WORKDIR /app
COPY --from=manifests /app ./
COPY --from=source /app/deploy/docker/prune.mjs deploy/docker/
RUN --mount=type=cache,target=/root/.npm : "${SERVICE:?missing: --build-arg SERVICE=gateway}" && \
    npm ci --workspace "apps/${SERVICE}" --workspace packages/cli --omit=dev --ignore-scripts --no-update-notifier && \
    node deploy/docker/prune.mjs "apps/${SERVICE}" packages/cli

# The console, and the packages that merchants install; empty folders for the other services.
FROM ${NODE_IMAGE} AS console
ARG SERVICE
WORKDIR /app
COPY --from=manifests /app ./
RUN --mount=type=cache,target=/root/.npm if [ "${SERVICE}" = gateway ]; then \
    npm ci --workspace apps/console --workspace packages/sdk --workspace packages/cli --workspace packages/mcp \
        --include-workspace-root --include=dev --ignore-scripts --no-update-notifier; fi
COPY --from=source /app/tsconfig.base.json /app/LICENSE ./
COPY --from=source /app/packages packages
COPY --from=source /app/apps/console apps/console
COPY --from=source /app/apps/gateway/build-downloads.ts apps/gateway/
RUN if [ "${SERVICE}" = gateway ]; then node apps/console/build.ts && node apps/gateway/build-downloads.ts; \
    else mkdir -p apps/console/dist apps/gateway/downloads; fi

FROM ${NODE_IMAGE}
ARG SERVICE
ARG VERSION=0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="waybill-${SERVICE}" \
    org.opencontainers.image.description="Waybill, a self-hosted shipment and delivery-booking platform: ${SERVICE}" \
    org.opencontainers.image.licenses="Apache-2.0" \
    org.opencontainers.image.version="${VERSION}" \
    org.opencontainers.image.revision="${REVISION}"
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    OPS_PORT=9090
COPY --from=source --chmod=755 /app/deploy/docker/waybill /usr/local/bin/waybill
WORKDIR /app
COPY --from=dependencies /app ./
COPY --from=source /app/protos protos
COPY --from=source /app/docs docs
COPY --from=source /app/deploy/docker deploy/docker
COPY --from=source /app/packages packages
COPY --from=source /app/apps/${SERVICE} apps/${SERVICE}
COPY --from=console /app/apps/console/dist apps/console/dist
COPY --from=console /app/apps/gateway/downloads apps/gateway/downloads
WORKDIR /app/apps/${SERVICE}

# The compiled code of what the service imports at its start, which then takes half the time. Node.js keeps it by user.
ENV NODE_COMPILE_CACHE=/app/.compiled
RUN install -d -o 1000 -g 1000 "${NODE_COMPILE_CACHE}" && \
    setpriv --reuid 1000 --regid 1000 --clear-groups node /app/deploy/docker/compile.mjs && \
    chown -R root:root "${NODE_COMPILE_CACHE}" && chmod -R a+rX "${NODE_COMPILE_CACHE}"

# Files belong to root and the process cannot write them. It stores data in /data, a volume.
RUN install -d -o 1000 -g 1000 /data
USER 1000:1000

# Checks readiness, since dependent containers need its answers. Shutdown takes at most 30 s.
# A start may take minutes on a busy machine.
HEALTHCHECK --interval=10s --timeout=10s --start-period=180s --start-interval=2s --retries=3 \
    CMD ["bash", "/app/deploy/docker/healthcheck"]
STOPSIGNAL SIGTERM
CMD ["node", "src/main.ts"]
