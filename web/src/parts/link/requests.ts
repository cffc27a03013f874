// The requests of a match by link.
import { call } from "../../api";
import type { LinkOpened } from "../../types";

/** Open a link that was received: the table checks it, and joins or continues the match. */
export const openLink = (link: string) => call<LinkOpened>("/api/links", { link });
