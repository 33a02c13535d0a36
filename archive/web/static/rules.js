// The rules of a game on this device: the very files that judge a record, run by a small Python.

import { loadMicroPython } from "./micropython/micropython.mjs";

const PRELUDE = `
import json, sys
sys.path.insert(0, "/")
from archive.rules.position_for_browser import read, standing, tried

def open_position(module, kind, text):
    global position
    rules = __import__(module, None, None, ["*"])
    position = read(getattr(rules, kind), json.loads(text))

def answer(text):
    return json.dumps(tried(position, tuple(json.loads(text))))

def play(text):
    position.play(tuple(json.loads(text)))

def now():
    return json.dumps(standing(position))
`;
const TYPING = "Any = TypeAlias = None\n"; // names in annotations, which nothing asks for

let python = null; // one, for all games
const written = new Set();

async function start(wasm) {
  const found = await loadMicroPython({ url: new URL(wasm, location.href).href, heapsize: 8 << 20 });
  write(found, "typing.py", TYPING);
  return found;
}

function write({ FS }, path, text) {
  if (written.has(path)) return;
  written.add(path);
  const folders = path.split("/").slice(0, -1);
  folders.forEach((_, at) => {
    const folder = folders.slice(0, at + 1).join("/");
    if (FS.analyzePath(folder).exists) return;
    FS.mkdir(folder);
    FS.writeFile(`${folder}/__init__.py`, "");
  });
  FS.writeFile(path, text);
}

export class Rules {
  #python;
  #bundle;

  // Rules from the address of their files; `wasm` is the address of the small Python.
  static async load(files, wasm) {
    python ??= start(wasm);
    const answer = await fetch(files);
    if (!answer.ok) throw new Error(`${answer.status} for ${files}`);
    const rules = new Rules();
    rules.#bundle = await answer.json();
    rules.#python = await python;
    for (const [path, text] of Object.entries(rules.#bundle.files)) write(rules.#python, path, text);
    rules.#python.runPython(PRELUDE);
    return rules;
  }

  // Go on from a position as it was written.
  open(position) {
    const { module, kind } = this.#bundle;
    this.#call("open_position", module, kind, position);
  }

  // What an action would come to: what it scores, which rules it breaks, the totals, who is next.
  tried(action) {
    return JSON.parse(this.#call("answer", JSON.stringify(action)));
  }

  play(action) {
    this.#call("play", JSON.stringify(action));
  }

  // How the game stands: totals, who is next, what may be done then, what lies on the table.
  standing() {
    return JSON.parse(this.#call("now"));
  }

  #call(name, ...said) {
    return this.#python.globals.get(name)(...said);
  }
}
