"""Operating a site: health, metrics, logs, backups, accounts."""
