// Who sits on a seat, as the server writes it: `person`, or a bot with its settings, such as `veteran:style=bold`.

/** A bot without its settings and its seed. */
export function botOf(player: string): string {
  return player.split(/[ :]/)[0] ?? "";
}

/** The style that a bot was asked for; empty for the usual one. */
export function styleOf(player: string): string {
  return /:style=(\w+)/.exec(player)?.[1] ?? "";
}

/** A bot in one of its styles, of which the first goes without saying. */
export function inStyle(bot: string, style: string, styles: readonly string[]): string {
  return styles.indexOf(style) > 0 ? `${bot}:style=${style}` : bot;
}

/** A player as people call them: bots by their style and name, without other settings. */
export function playerName(player: string): string {
  const name = `${styleOf(player)} ${botOf(player)}`.trim();
  return name.charAt(0).toUpperCase() + name.slice(1);
}
