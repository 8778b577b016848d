"""A figure as gnuplot's SVG terminal draws it, made fit for the page.

Kept is what is seen; colours become CSS variables, so that the page can turn
them for a dark screen; the axes (figures/end.gp) go along as data, from which
page.js shows the values of marks."""
import html
import json
import re
import xml.etree.ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"
# The colours of figures/style.gp and begin.gp, by their names in page.css.
NAMED = {
    "000000": "ink", "E69F00": "orange", "56B4E9": "sky", "009E73": "green",
    "0072B2": "blue", "D55E00": "red", "CC79A7": "purple",
    "7F7F7F": "grey", "666666": "frame", "DDDDDD": "grid", "FFFFFF": "paper",
}


def colour(text):
    """What CSS is given for a colour of gnuplot's; None for none."""
    text = (text or "").strip()
    if text in ("", "none"):
        return None
    if text in ("black", "currentColor"):
        return "var(--ink)"
    if text == "white":
        return "var(--paper)"
    found = re.match(r"rgb\(\s*(\d+),\s*(\d+),\s*(\d+)\)", text)
    if found:
        code = "".join(f"{int(v):02X}" for v in found.groups())
        return f"var(--{NAMED[code]})" if code in NAMED else f"#{code}"
    return text


def squeeze(path):
    """Path data with one decimal, which at this scale nobody sees."""
    path = re.sub(r"-?\d+\.\d+", lambda m: f"{float(m.group()):.1f}".replace(".0", ""), path)
    return re.sub(r"\s+", " ", path).strip()


def attributes(**pairs):
    return "".join(f' {k.rstrip("_").replace("_", "-")}="{html.escape(str(v))}"'
                   for k, v in pairs.items() if v not in (None, ""))


def text_of(node):
    """A text element: its parts with their size and raise."""
    out = []
    for part in node:
        words = part.text or ""
        if words.strip() or len(out) > 0:
            size, rise = part.get("font-size"), part.get("dy")
            out.append(f"<tspan{attributes(font_size=size, dy=rise)}>{html.escape(words)}</tspan>")
    return "".join(out) or html.escape(node.text or "")


def marks(node, width, out):
    """The visible elements below node, flat, as SVG text."""
    width = node.get("stroke-width", width)
    kind = node.tag.replace(SVG, "")
    if kind == "path":
        d = squeeze(node.get("d", ""))
        if d and d != "M":
            out.append(f'<path{attributes(d=d, style="stroke:" + (colour(node.get("stroke")) or "none"), stroke_width=width if float(width) != 1 else None, stroke_dasharray=node.get("stroke-dasharray"), fill=None if colour(node.get("fill")) is None else colour(node.get("fill")))}/>')
    elif kind == "polygon":
        points = squeeze(node.get("points", ""))
        out.append(f'<polygon{attributes(points=points, style="fill:" + (colour(node.get("fill")) or "none"))}/>')
    elif kind == "use":
        ink = colour(node.get("color"))
        if ink != "var(--paper)":
            out.append(f'<use{attributes(href=node.get(HREF), transform=node.get("transform"), style="color:" + (ink or "var(--ink)"))}/>')
    elif kind == "text":
        out.append(f"<text>{text_of(node)}</text>")
    elif kind == "g" and node.get("onmousemove"):
        note = re.search(r"'(.*)'", node.get("onmousemove")).group(1)
        place = re.search(r"translate\(([^)]*)\)", node.find(f"{SVG}use").get("transform")).group(1)
        x, y = place.split(",")
        out.append(f'<circle class="note"{attributes(cx=x, cy=y, data_note=note)}/>')
    elif kind == "g":
        inner = []
        for child in node:
            marks(child, width, inner)
        if inner and node.get("transform"):
            fill = colour(node.get("fill"))
            out.append(f'<g{attributes(transform=node.get("transform"), text_anchor=node.get("text-anchor"), font_size=node.get("font-size"), style=f"fill:{fill};stroke:none" if fill else None)}>{"".join(inner)}</g>')
        else:
            out.extend(inner)


def raised(text):
    """2^{10}, 2^10 and log_2 as HTML has them."""
    text = re.sub(r"log_?2", "log<sub>2</sub>", html.escape(text))
    return re.sub(r"\^(?:\{([^}]*)\}|(-?[\d.]+))", r"<sup>\1\2</sup>", text)


def swatch(inner):
    """The sign of a series in the legend, from what it is drawn with."""
    path = re.search(r'<path[^>]*style="stroke:([^"]+)"[^>]*?/>', inner)
    use = re.search(r'<use href="(#\w+)"[^>]*style="color:([^"]+)"', inner)
    box = re.search(r'<polygon[^>]*style="fill:([^"]+)"', inner)
    out = '<svg class="sign" viewBox="0 0 34 14" aria-hidden="true">'
    if box:
        return out + f'<rect x="7" y="1" width="20" height="12" style="fill:{box.group(1)}"/></svg>'
    if path:
        dash = re.search(r'stroke-dasharray="([^"]+)"', path.group(0))
        wide = re.search(r'stroke-width="([^"]+)"', path.group(0))
        out += (f'<path d="M1,7 H33" style="stroke:{path.group(1)}"'
                f'{attributes(stroke_dasharray=dash and dash.group(1), stroke_width=wide and wide.group(1))}/>')
    if use:
        out += f'<use href="{use.group(1)}" transform="translate(17,7) scale(5)" style="color:{use.group(2)}"/>'
    return out + "</svg>"


def axes(path):
    """The sidecar of figures/end.gp as a dictionary."""
    found = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            part = line.rstrip("\n").split("\t")
            if part[0] == "title":
                found["title"] = part[1]
            elif len(part) >= 7:
                found[part[0]] = {"from": float(part[1]), "to": float(part[2]),
                                  "min": float(part[3]), "max": float(part[4]),
                                  "log": float(part[5]), "name": part[6]}
    return found


def symbols(path):
    """The marks that all of gnuplot's drawings refer to, once for the page."""
    with open(path, encoding="utf-8") as file:
        found = re.search(r"<defs>(.*?)<filter", file.read(), flags=re.S).group(1)
    found = re.sub(r"\s+", " ", found.replace("xlink:href", "href"))
    return (f'<svg width="0" height="0" style="position:absolute" aria-hidden="true">'
            f"<defs>{found}</defs></svg>")


def figure(path, variant):
    """(markup of the svg, its legend, its axes); variant: wide or phone."""
    about = axes(path + ".axes")
    root = ET.parse(path).getroot()
    left, top, width, height = (float(v) for v in root.get("viewBox").split())
    # gnuplot counts from below, SVG from above.
    about["y"]["from"], about["y"]["to"] = (height - about["y"]["from"],
                                            height - about["y"]["to"])
    frame, series, legend = [], [], []
    for node in root.find(f"{SVG}g"):
        if (node.get("id") or "").startswith("figure_plot_"):
            inner = []
            title = ""
            for child in node:
                if child.tag == f"{SVG}title":
                    title = (child.text or "").strip()
                else:
                    marks(child, "1", inner)
            if title.startswith("figure_plot_"):
                title = ""
            markup = "".join(inner)
            if title and markup:
                legend.append((title, swatch(markup)))
            plain = re.sub(r"\^\{([^}]*)\}", r"^\1", title)
            series.append(f'<g class="series"{attributes(data_title=plain)}>{markup}</g>')
        else:
            marks(node, "1", frame)
    x, y = about["x"], about["y"]
    clip = "clip-" + re.sub(r"\W", "-", path.rsplit("/", 1)[-1])
    # Marks on the edge are shown whole.
    box = (f'<clipPath id="{clip}"><rect x="{x["from"] - 6:.1f}" y="{y["to"] - 8:.1f}" '
           f'width="{x["to"] - x["from"] + 12:.1f}" height="{y["from"] - y["to"] + 14:.1f}"/></clipPath>')
    data = html.escape(json.dumps({"x": x, "y": y}))
    svg = (f'<svg class="plot {variant}" viewBox="0 0 {width:.0f} {height:.0f}" role="img" '
           f'aria-label="{html.escape(about["title"])}" data-axes="{data}">'
           f'<title>{html.escape(about["title"])}</title>{box}'
           f'<g class="frame">{"".join(frame)}</g>'
           f'<g class="data" clip-path="url(#{clip})">{"".join(series)}</g></svg>')
    return svg, legend, about
