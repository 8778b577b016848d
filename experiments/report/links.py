#!/usr/bin/env python3
"""Whether every link of the pages in a folder leads somewhere: links.py FOLDER.

Looks at href and src of all .html files: what is inside the folder must exist,
with the part after # too. Links to other sites are counted and not followed;
links out of the folder, and to absolute paths, are wrong."""
import html.parser
import os
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.anchors = [], set()
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attrs):
        for key, value in attrs:
            if key in ("href", "src") and value:
                self.links.append(value)
            elif key == "id" or (key == "name" and tag == "a"):
                self.anchors.add(value)


def main(folder):
    folder = os.path.realpath(folder)
    pages, problems, inside, outside = {}, [], 0, 0
    for where, _, files in os.walk(folder):
        for name in files:
            if name.endswith(".html"):
                path = os.path.join(where, name)
                pages[path] = Page(path)
    for path, page in pages.items():
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                outside += 1
                continue
            inside += 1
            target = os.path.normpath(os.path.join(os.path.dirname(path), urllib.parse.unquote(parts.path))) \
                if parts.path else path
            said = f"{os.path.relpath(path, folder)}: {link}"
            if os.path.isabs(parts.path) or not target.startswith(folder + os.sep):
                problems.append(f"{said} leads out of the folder")
            elif not os.path.exists(target):
                problems.append(f"{said} is not there")
            elif parts.fragment and target in pages and urllib.parse.unquote(parts.fragment) not in pages[target].anchors:
                problems.append(f"{said} has no such place")
    for problem in sorted(set(problems)):
        print("links: " + problem, file=sys.stderr)
    print(f"links: {len(pages)} pages, {inside} links inside, {outside} elsewhere, {len(set(problems))} wrong")
    sys.exit(1 if problems or not inside else 0)


if __name__ == "__main__":
    main(sys.argv[1])
