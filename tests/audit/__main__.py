"""Write the pages of the interaction audits: `make interactions`."""

from tests.audit.page import index, page
from tests.audit.pages import AUDITS, INDEX, PAGES, path


def main() -> None:
    INDEX.write_text(index(AUDITS), "utf-8")
    for audit in AUDITS:
        path(audit).write_text(page(audit), "utf-8")
        for fault in audit.faults():
            print(f"{audit.game}: {fault}")
    print(f"wrote {len(AUDITS) + 1} pages to {PAGES}")


if __name__ == "__main__":
    main()
