"""Metrics for Prometheus. Labels name endpoints and games, never people or matches."""

from __future__ import annotations

from wsgiref.simple_server import WSGIServer

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Buckets in seconds, from an answer out of memory to one that a person gives up on."""


class NodeMetrics:
    """The metrics of one node, with their own registry so that several nodes fit into one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Histogram(
            "gattai_request_seconds",
            "Responses by endpoint and status.",
            ("method", "path", "status"),
            buckets=QUICK,
            registry=self.registry,
        )
        self.sockets = Gauge("gattai_sockets", "Connected pages.", registry=self.registry)
        self.matches = Gauge(
            "gattai_matches_open", "Matches open on this node.", registry=self.registry
        )
        self.answers = Counter(
            "gattai_answers_total",
            "Answers written by this node.",
            ("game",),
            registry=self.registry,
        )
        self.append = Histogram(
            "gattai_append_seconds",
            "Time to append a row to the journal.",
            buckets=QUICK,
            registry=self.registry,
        )
        self.behind = Counter(
            "gattai_behind_total",
            "Rows not written because another node was first.",
            registry=self.registry,
        )
        self.thoughts = Histogram(
            "gattai_thought_seconds",
            "Time a bot took to answer.",
            ("bot",),
            buckets=(*QUICK, 30.0),
            registry=self.registry,
        )
        self.gaps = Counter(
            "gattai_gaps_total",
            "Times a match was behind its journal because the bus lost a row.",
            registry=self.registry,
        )
        self.jobs = Gauge(
            "gattai_bot_queue",
            "Bot decisions waiting for a worker, on the whole site.",
            registry=self.registry,
        )
        self.jobs_wait = Gauge(
            "gattai_bot_queue_seconds",
            "How long the oldest of them has waited.",
            registry=self.registry,
        )
        self.ahead = Counter(
            "gattai_ahead_total",
            "Times a match was reopened because the journal had lost rows.",
            registry=self.registry,
        )
        self.faults = Counter(
            "gattai_faults_total",
            "Requests that failed with an internal error.",
            registry=self.registry,
        )

    def serve(self, address: str) -> WSGIServer:
        """Serve the metrics at `HOST:PORT`, separate from the public address."""
        host, _, port = address.rpartition(":")
        server, _ = start_http_server(int(port), host or "127.0.0.1", self.registry)
        return server
