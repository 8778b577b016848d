#!/usr/bin/env python3
"""Opens the report in headless Chromium: check.py PAGE.

Fails if the console reports an error, the page asks for anything outside its
folder, a figure is missing, empty or without named axes, a table of the text is
cut, the contents do not come first, more than 25 figures are not folded away,
or the page is wider than the screen. What is folded away is opened and checked
too. Leaves pictures in check/ beside the page.
Without Chromium it says so and passes. CHROMIUM names the browser."""
import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
# What every figure must have, asked of the page itself.
LOOK = """(() => {
  const figures = [...document.querySelectorAll('figure.chart')];
  const bad = [];
  const unfolded = figures.filter(f => !f.closest('details:not([open])')).length;
  if (unfolded > 25) bad.push(unfolded + ' figures are not folded away');
  if (!(document.querySelector('nav').compareDocumentPosition(figures[0]) & Node.DOCUMENT_POSITION_FOLLOWING))
    bad.push('the contents do not come first');
  for (const d of document.querySelectorAll('details.more')) d.open = true;
  for (const t of document.querySelectorAll('.plain, .plain div'))
    if (t.scrollHeight > t.clientHeight + 1) bad.push('a table is cut: ' + t.textContent.slice(0, 40));
  for (const f of figures) {
    const shown = [...f.querySelectorAll('svg.plot')].filter(s => getComputedStyle(s).display !== 'none');
    if (shown.length !== 1) { bad.push(f.id + ': ' + shown.length + ' drawings are shown'); continue; }
    const s = shown[0], box = s.getBoundingClientRect();
    const marks = s.querySelectorAll('.series path, .series use, .series polygon').length;
    const inner = s.querySelector('.data').getBBox();
    if (box.width < 200 || box.height < 120) bad.push(f.id + ': too small');
    if (marks < 1 || inner.width < 20 || inner.height < 3) bad.push(f.id + ': empty');
    if (s.querySelectorAll('.frame text').length < 6) bad.push(f.id + ': no axes');
    const axes = JSON.parse(s.dataset.axes);
    if (!axes.x.name || !axes.y.name) bad.push(f.id + ': an axis has no name');
    if (!f.querySelector('h4')?.textContent.trim()) bad.push(f.id + ': no title');
    if (!f.querySelector('figcaption a[href$=".png"]')) bad.push(f.id + ': no PNG');
    for (const t of s.querySelectorAll('.frame text')) {
      const b = t.getBoundingClientRect();
      if (b.left < box.left - 1 || b.right > box.right + 1 || b.top < box.top - 1 || b.bottom > box.bottom + 1)
        bad.push(f.id + ': text cut: ' + t.textContent);
    }
  }
  if (/\\{\\{|\\bNaN\\b|undefined|\\bNone\\b/.test(document.querySelector('main').innerText))
    bad.push('a placeholder or a missing value in the text');
  if (/cold (number|heap)/i.test(document.body.innerText)) bad.push('not every cold position is called so');
  return JSON.stringify({ figures: figures.length, unfolded, bad, ready: document.documentElement.dataset.ready,
    wide: document.documentElement.scrollWidth, screen: innerWidth });
})()"""
# A value is shown under the pointer.
TRY = """(() => {
  const bad = [];
  for (const f of document.querySelectorAll('figure.chart')) {
    const s = [...f.querySelectorAll('svg.plot')].find(s => getComputedStyle(s).display !== 'none');
    const m = s?.querySelector('.series use, .series .note, .series path') || s?.querySelector('.series polygon');
    if (!m) continue; // said to be empty before
    let b = m.getBoundingClientRect();
    if (m.tagName === 'path') {
      const p = m.getPointAtLength(0), c = m.getScreenCTM();
      b = { left: c.a * p.x + c.e, top: c.d * p.y + c.f, width: 0, height: 0 };
    }
    s.dispatchEvent(new PointerEvent('pointermove', { clientX: b.left + b.width / 2, clientY: b.top + b.height / 2 }));
    const tip = f.querySelector('.tip');
    if (tip.style.display !== 'block' || !/\\d/.test(tip.textContent)) bad.push(f.id + ': no value under the pointer');
  }
  return JSON.stringify(bad);
})()"""


class Browser:
    """Chromium, spoken to through its remote debugging pipe."""

    def __init__(self, program, profile):
        # It reads from its descriptor 3 and writes to 4.
        theirs_in, self.out = os.pipe()
        self.inp, theirs_out = os.pipe()
        os.set_inheritable(theirs_in, True)
        os.set_inheritable(theirs_out, True)
        command = [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
                   "--no-first-run", "--disable-background-networking", "--disable-component-update",
                   "--disable-sync", "--remote-debugging-pipe", f"--user-data-dir={profile}", "about:blank"]
        wrap = ["/bin/sh", "-c", f'exec "$@" 3<&{theirs_in} 4>&{theirs_out}', "sh"] + command
        self.process = subprocess.Popen(wrap, pass_fds=(theirs_in, theirs_out),
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(theirs_in)
        os.close(theirs_out)
        self.buffer = b""
        self.number = 0
        self.events = []
        self.session = None

    def receive(self, until):
        while b"\0" not in self.buffer:
            import select
            if not select.select([self.inp], [], [], max(0, until - time.time()))[0]:
                raise SystemExit("report-check: Chromium does not answer")
            got = os.read(self.inp, 1 << 20)
            if not got:
                raise SystemExit("report-check: Chromium ended")
            self.buffer += got
        message, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(message)

    def ask(self, method, seconds=300, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        until = time.time() + seconds
        while True:
            answer = self.receive(until)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise SystemExit(f"report-check: {method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def wait(self, event, seconds=300):
        until = time.time() + seconds
        while not any(e.get("method") == event for e in self.events):
            self.events.append(self.receive(until))

    def look(self, expression):
        answer = self.ask("Runtime.evaluate", expression=expression, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise SystemExit("report-check: " + answer["exceptionDetails"]["exception"]["description"])
        return json.loads(answer["result"]["value"])

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()


def visit(browser, page, name, width, height, dark, problems, pictures):
    browser.events.clear()
    browser.ask("Emulation.setDeviceMetricsOverride", width=width, height=height,
                deviceScaleFactor=1, mobile=width < 600)
    browser.ask("Emulation.setEmulatedMedia",
                features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
    browser.ask("Page.navigate", url="file://" + page)
    browser.wait("Page.loadEventFired")
    seen = browser.look(LOOK)
    browser.look("new Promise(r => setTimeout(() => r('0'), 200))")  # what was folded away starts
    if seen["ready"] != "yes":
        problems.append(f"{name}: the page's script did not end")
    if seen["figures"] == 0:
        problems.append(f"{name}: no figures")
    if seen["wide"] > seen["screen"]:
        problems.append(f"{name}: the page is {seen['wide']} wide on a screen of {seen['screen']}")
    problems += [f"{name}: {b}" for b in seen["bad"]]
    problems += [f"{name}: {b}" for b in browser.look(TRY)]
    for event in browser.events:
        kind, data = event.get("method"), event.get("params", {})
        if kind == "Runtime.exceptionThrown":
            problems.append(f"{name}: {data['exceptionDetails'].get('text')}")
        elif kind == "Runtime.consoleAPICalled" and data["type"] in ("error", "warning", "assert"):
            problems.append(f"{name}: console: {data['args'][0].get('value')}")
        elif kind == "Log.entryAdded" and data["entry"]["level"] in ("error", "warning"):
            problems.append(f"{name}: log: {data['entry']['text']}")
        elif kind == "Network.requestWillBeSent":
            url = data["request"]["url"]
            if not (url == "file://" + page or url.startswith("data:")):
                problems.append(f"{name}: asks for {url}")
    if pictures:
        size = browser.ask("Page.getLayoutMetrics")["cssContentSize"]
        step = 4000
        for k in range(0, int(size["height"]), step):
            clip = {"x": 0, "y": k, "width": width, "height": min(step, size["height"] - k), "scale": 1}
            shot = browser.ask("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
            with open(os.path.join(pictures, f"{name}-{k // step + 1:02}.png"), "wb") as file:
                file.write(base64.b64decode(shot["data"]))
    return seen


def main():
    program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if not program:
        print("report-check: skipped, there is no Chromium here")
        return
    page = os.path.realpath(sys.argv[1])
    pictures = os.path.join(os.path.dirname(page), "check")
    os.makedirs(pictures, exist_ok=True)
    problems = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(program, profile)
        try:
            target = browser.ask("Target.createTarget", url="about:blank")["targetId"]
            browser.session = browser.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            for domain in ("Page", "Runtime", "Log", "Network"):
                browser.ask(domain + ".enable")
            for name, width, height, dark in (("phone", 360, 740, False), ("desktop", 1280, 900, False),
                                              ("dark", 1280, 900, True), ("phone-dark", 390, 840, True)):
                seen = visit(browser, page, name, width, height, dark, problems, pictures)
            printed = browser.ask("Page.printToPDF", preferCSSPageSize=False, printBackground=False)
            with open(os.path.join(pictures, "print.pdf"), "wb") as file:
                file.write(base64.b64decode(printed["data"]))
        finally:
            browser.close()
    for problem in problems:
        print("report-check: " + problem, file=sys.stderr)
    if problems:
        sys.exit(1)
    print(f"report-check: {seen['figures']} figures in four views, {seen['unfolded']} not folded away; "
          f"no error, no request; pictures in {pictures}")


main()
