// What a table of a host's site has besides: a script of its own, loaded before the client and never at home.
import { mount, unmount } from "svelte";
import type { Host, Told } from "../host";
import { api } from "../site/api";
import Warning from "../site/Warning.svelte";
import Checked from "./Checked.svelte";
import Seat from "./Seat.svelte";
import { At } from "./at.svelte";

const host: Host = {
  sit(target, match, seat) {
    const at = new At(match, seat);
    const shown = mount(Seat, { target, props: { at } });
    return {
      tell: (told: Told) => at.hear(told),
      end: (where) => {
        const said = mount(Checked, { target: where, props: { at } });
        return () => void unmount(said);
      },
      leave: () => {
        at.leave();
        void unmount(shown);
      },
    };
  },
};

(globalThis as { gattaiHost?: Host }).gattaiHost = host;

// Who has something to read from the moderators reads it first, at a table as anywhere.
// A node of an older version tells of nothing.
void api.me().then(({ warnings }) => warnings?.length && mount(Warning, { target: document.body, props: { warnings } }), () => undefined);
