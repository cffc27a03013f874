// The player of a seat, as the server writes it: `person`, or a bot with settings, such as `veteran:style=bold`.

/** The name of a bot, without settings and seed. */
export function botOf(player: string): string {
  return player.split(/[ :]/)[0] ?? "";
}

/** The style of a bot; empty for the default. */
export function styleOf(player: string): string {
  return /:style=(\w+)/.exec(player)?.[1] ?? "";
}

/** A bot in a style; the first style is the default and not written. */
export function inStyle(bot: string, style: string, styles: readonly string[]): string {
  return styles.indexOf(style) > 0 ? `${bot}:style=${style}` : bot;
}

/** The display name of a player: a bot's style and name, without other settings. */
export function playerName(player: string): string {
  const name = `${styleOf(player)} ${botOf(player)}`.trim();
  return name.charAt(0).toUpperCase() + name.slice(1);
}
