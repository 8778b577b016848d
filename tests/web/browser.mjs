// A server of static files and a Chromium driven by chromedriver, for tests/web/page.mjs.
import { spawn } from "child_process";
import fs from "fs";
import http from "http";
import path from "path";

const types = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };

export async function serve(folder) {
  const server = http.createServer((request, response) => {
    const name = new URL(request.url, "http://x").pathname, file = path.join(folder, name.endsWith("/") ? name + "index.html" : name);
    if (!fs.existsSync(file)) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": types[path.extname(file)] ?? "text/plain" }).end(fs.readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${server.address().port}/`, end: () => server.close() };
}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function asked(port, method, where, body) {
  const answer = await (await fetch(`http://127.0.0.1:${port}${where}`, { method, body: body && JSON.stringify(body) })).json();
  if (answer.value?.error) throw Error(answer.value.message);
  return answer.value;
}

// Chromium has 390 pixels only if a phone is emulated: its windows are wider.
export async function open({ width, height, dark = false }) {
  const driver = spawn("chromedriver", ["--port=0"], { stdio: ["ignore", "pipe", "ignore"] });
  const port = await new Promise((resolve, reject) => {
    let text = "";
    driver.stdout.on("data", (data) => { text += data; const found = text.match(/successfully on port (\d+)/); if (found) resolve(found[1]); });
    driver.on("exit", () => reject(Error("chromedriver ended")));
  });
  const emulated = width < 500 ? { mobileEmulation: { deviceMetrics: { width, height, pixelRatio: 2 } } } : {};
  let session = "";
  const end = async () => {
    await asked(port, "DELETE", session).catch(() => {});
    driver.kill();
  };
  try {
    const { sessionId } = await asked(port, "POST", "/session", { capabilities: { alwaysMatch: {
      "goog:loggingPrefs": { browser: "ALL" },
      "goog:chromeOptions": { args: ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        `--window-size=${width},${height}`, ...(dark ? ["--force-dark-mode", "--blink-settings=preferredColorScheme=0"] : [])], ...emulated } } } });
    session = `/session/${sessionId}`;
  } catch (error) {
    await end();
    throw error;
  }
  const js = (script, ...args) => asked(port, "POST", `${session}/execute/sync`, { script, args });
  return {
    js,
    end,
    go: (url) => asked(port, "POST", `${session}/url`, { url }),
    press: async (keys) => asked(port, "POST", `${session}/actions`, { actions: [{ type: "key", id: "keys",
      actions: [...keys].flatMap((value) => [{ type: "keyDown", value }, { type: "keyUp", value }]) }] }),
    log: () => asked(port, "POST", `${session}/se/log`, { type: "browser" }),
    // Waits until a script, an expression, is true.
    async until(script, seconds = 60) {
      for (const start = Date.now(); !(await js(`return ${script}`)); await sleep(30))
        if (Date.now() - start > 1000 * seconds) throw Error(`after ${seconds} s still false: ${script}`);
    },
  };
}
