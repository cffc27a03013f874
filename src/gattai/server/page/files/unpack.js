// Uncompressed zip files: their content is never copied.

/** Call `take(name, content)` for every file of an uncompressed zip. */
export function eachFile(zip, take) {
  const [view, bytes, text] = [new DataView(zip), new Uint8Array(zip), new TextDecoder()];
  let end = zip.byteLength - 22;
  while (view.getUint32(end, true) !== 0x06054b50) end--;
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    const [size, name, extra, comment, start] = [view.getUint32(at + 24, true), view.getUint16(at + 28, true), view.getUint16(at + 30, true), view.getUint16(at + 32, true), view.getUint32(at + 42, true)];
    const begin = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
    take(text.decode(bytes.subarray(at + 46, at + 46 + name)), bytes.subarray(begin, begin + size));
    at += 46 + name + extra + comment;
  }
}

/** Put the files of an uncompressed zip into the file system, as views of the zip. */
export function unpack(FS, zip, folder) {
  const made = new Set();
  eachFile(zip, (name, content) => {
    const path = `${folder}/${name}`;
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(parent)) FS.mkdirTree(parent);
    made.add(parent);
    FS.writeFile(path, content, { canOwn: true });
  });
}
