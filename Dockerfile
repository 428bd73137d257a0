# Builds Carril with a JDK and Maven, and keeps of that only what runs.
FROM eclipse-temurin:25-jdk AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends maven \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN mvn -B -ntp -q -Dmaven.test.skip=true -pl backend/server -am package

FROM eclipse-temurin:25-jre
WORKDIR /carril
COPY --from=build /src/backend/server/target/carril-server.jar ./
COPY --from=build /src/backend/server/target/lib ./lib

# Starts it once to write the JVM's AOT cache, so that a container answers within a second. The
# cache fits this JVM and these jars only, so it is made here and not in the stage before.
RUN java '-Xlog:aot*=off' -XX:AOTCacheOutput=/carril/carril.aot -Dcarril.ready=/tmp/carril-ready \
      -jar /carril/carril-server.jar serve --port 0 --data /tmp/carril-once & \
    server=$!; \
    until [ -e /tmp/carril-ready ]; do kill -0 "$server" || exit 1; sleep 0.1; done; \
    kill "$server"; wait "$server"; \
    rm -rf /tmp/carril-ready /tmp/carril-once && test -s /carril/carril.aot

# Nothing of this needs root, and nobody but root may change the program.
RUN useradd --uid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin carril \
 && install -d -o carril -g carril /data
USER carril
VOLUME /data
EXPOSE 7070

# By bash, since the image need not have curl.
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/7070 && printf 'GET /health HTTP/1.0\\r\\nHost: localhost:7070\\r\\n\\r\\n' >&3 && head -n 1 <&3 | grep -q ' 200'"]

# Inside the container it listens on every address, since what is published comes from outside.
# People reach it under another name than that, and Carril answers to names it knows only, so say
# the address that browsers show:
#
#   docker run -p 7070:7070 -v carril:/data carril --origin https://carril.example
#
# At http://localhost:7070 it answers without.
ENTRYPOINT ["java", "-XX:AOTCache=/carril/carril.aot", "-Xlog:aot*=off", "-XX:MaxRAMPercentage=70", \
  "-jar", "/carril/carril-server.jar", "serve", "--host", "0.0.0.0", "--data", "/data"]
