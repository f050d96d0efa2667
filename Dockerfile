# Glade in a container. See docs/running.md; compose.yaml runs it with a PostgreSQL.
FROM python:3.11-slim-bookworm

RUN useradd --create-home --uid 1000 glade
WORKDIR /app
COPY requirements.txt .
RUN pip install --no-cache-dir --disable-pip-version-check -r requirements.txt
COPY bot.py LICENSE ./
COPY cogs cogs
COPY data data
COPY engine engine
COPY local local
COPY render render

# A file of games, its backups and reports go here, unless GLADE_DATABASE names a server.
RUN mkdir /data && chown glade /data
VOLUME /data
WORKDIR /data
USER glade
ENV PYTHONUNBUFFERED=1 GLADE_LOG=json GLADE_METRICS_PORT=9464
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["python", "/app/bot.py", "health"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["python", "/app/bot.py"]
CMD ["run"]
