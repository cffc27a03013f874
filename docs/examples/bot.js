// A bot for gattai in JavaScript: it reads questions line by line and answers each one.
// gattai bots match "stdio:node bot.js" random --game attack-chart --games 2
const lines = require("node:readline").createInterface({ input: process.stdin });
const say = (line) => process.stdout.write(line + "\n");
let options = []; // options of the current question
let table = {}; // everything our seat can see
let draw = 1; // state of a small random generator: the same seed plays the same game

function random(below) {
  draw = (Math.imul(draw, 1103515245) + 12345) >>> 0;
  return Math.floor((draw / 2 ** 32) * below);
}

// Pick a random attack if there is one, otherwise a random option.
function choose() {
  const attacks = options.filter((option) => /^(attack|use|shoot|strike) /.test(option));
  const among = attacks.length > 0 ? attacks : options;
  return among[random(among.length)];
}

lines.on("line", (line) => {
  const [, word, rest] = /^(\S+) ?(.*)$/.exec(line);
  switch (word) {
    case "gattai": // the protocol version
      return say("name Any Attack\nready");
    case "seed":
      for (const letter of rest) draw = (Math.imul(draw, 31) + letter.charCodeAt(0)) >>> 0;
      return;
    case "question":
      options = [];
      return;
    case "table":
      return (table = JSON.parse(rest));
    case "option":
      return options.push(rest);
    case "go":
      return say("answer " + choose());
    case "quit":
      return process.exit(0);
  }
});
