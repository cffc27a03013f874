"""What the site counts, for Prometheus. Labels name addresses and games, never people or matches."""

from __future__ import annotations

from wsgiref.simple_server import WSGIServer

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Seconds, from an answer out of memory to one that somebody gives up waiting for."""


class Metrics:
    """The figures of one node. Each node has its own registry, so that several fit into one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Histogram(
            "gattai_request_seconds",
            "Answers to requests, by declared address and status.",
            ("method", "path", "status"),
            buckets=QUICK,
            registry=self.registry,
        )
        self.sockets = Gauge("gattai_sockets", "Pages that are connected.", registry=self.registry)
        self.matches = Gauge(
            "gattai_matches_open", "Matches that this node has in memory.", registry=self.registry
        )
        self.answers = Counter(
            "gattai_answers_total",
            "Answers written down by this node.",
            ("game",),
            registry=self.registry,
        )
        self.append = Histogram(
            "gattai_append_seconds",
            "Time until the journal has a row.",
            buckets=QUICK,
            registry=self.registry,
        )
        self.behind = Counter(
            "gattai_behind_total",
            "Rows that were not written because another node was quicker.",
            registry=self.registry,
        )
        self.thoughts = Histogram(
            "gattai_thought_seconds",
            "Time that a bot took for an answer.",
            ("bot",),
            buckets=(*QUICK, 30.0),
            registry=self.registry,
        )
        self.gaps = Counter(
            "gattai_gaps_total",
            "Times that a match was behind its journal: the bus had not told of a row.",
            registry=self.registry,
        )
        self.jobs = Gauge(
            "gattai_bot_queue",
            "Decisions of bots that nobody has taken up, at the whole site.",
            registry=self.registry,
        )
        self.jobs_wait = Gauge(
            "gattai_bot_queue_seconds",
            "For how long the first of them has waited.",
            registry=self.registry,
        )
        self.ahead = Counter(
            "gattai_ahead_total",
            "Times that a match was ahead of its journal, which has lost rows, and was opened anew.",
            registry=self.registry,
        )
        self.faults = Counter(
            "gattai_faults_total",
            "Requests that ended in a mistake of ours.",
            registry=self.registry,
        )

    def serve(self, address: str) -> WSGIServer:
        """Let Prometheus read them at `HOST:PORT`, away from where people come in."""
        host, _, port = address.rpartition(":")
        server, _ = start_http_server(int(port), host or "127.0.0.1", self.registry)
        return server
