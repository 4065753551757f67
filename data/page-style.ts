/** Colours of the pages by role, for light and for dark. Every text keeps a contrast of 4.5 to 1 on what it stands on (WCAG 2.2, AA). */
export const palette = {
  light: {
    ground: '#fcfcfa',
    panel: '#f1f1ec',
    ink: '#1c1e21',
    quiet: '#555a60',
    rule: '#d8d8d0',
    accent: '#0b5a8f',
    warn: '#8a3d00',
  },
  dark: {
    ground: '#14161a',
    panel: '#1e2127',
    ink: '#e9eaec',
    quiet: '#a3a9b1',
    rule: '#363b43',
    accent: '#7cc0f2',
    warn: '#f0a868',
  },
} as const

const variables = (colours: Readonly<Record<string, string>>): string =>
  Object.entries(colours)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')

/** The one style of every page; it stands inside the page, and its hash in the content security policy. */
export const pageStyle = `:root{color-scheme:light dark;${variables(palette.light)}}
@media screen and (prefers-color-scheme:dark){:root{${variables(palette.dark)}}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;overflow-wrap:anywhere}
main,header,footer{max-width:74rem;margin:0 auto;padding:0 1rem}
header{padding-top:1.5rem}
h1{font-size:1.7rem;line-height:1.2;margin:0 0 .4rem;letter-spacing:-.01em}
h2{font-size:1.12rem;margin:2rem 0 .5rem;padding-top:.8rem;border-top:1px solid var(--rule)}
p{margin:.6rem 0}
main>p,main>ul{max-width:54rem}
ul{padding-left:1.1rem;margin:.5rem 0}
li{margin:.15rem 0}
a{color:var(--accent);text-underline-offset:.15em}
a:focus-visible,[tabindex]:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
time{white-space:nowrap}
.crumb{font-size:.9rem;margin:0 0 .6rem}
.sample{color:var(--warn);font-weight:650;margin:.2rem 0}
.summary{font-size:1.06rem}
.facts{display:flex;flex-wrap:wrap;gap:.4rem .6rem;margin:.9rem 0;padding:0;list-style:none}
.facts li{background:var(--panel);border-radius:.4rem;padding:.35rem .7rem;margin:0}
.facts span{color:var(--quiet);font-size:.82rem;display:block}
.charts{display:grid;gap:1rem;margin:1.2rem 0}
figure{margin:0;max-width:36rem;background:var(--panel);border-radius:.5rem;padding:.7rem .8rem .5rem}
figcaption{font-size:.95rem;line-height:1.4}
figcaption b{font-weight:650;white-space:nowrap}
figcaption small,.second{display:block;color:var(--quiet);font-size:.85rem}
.second::before{content:'';display:inline-block;width:1.1rem;margin-right:.4rem;border-top:2px dashed var(--quiet);vertical-align:middle}
.chart{display:block;width:100%;height:auto;margin-top:.3rem}
.chart .grid{stroke:var(--rule);stroke-width:1}
.chart :is(.line,.beside){fill:none;stroke:var(--accent);stroke-width:1.8;stroke-linejoin:round}
.chart .beside{stroke:var(--quiet);stroke-width:1.3;stroke-dasharray:4 3}
.chart .mark{fill:var(--accent)}
.chart text{font-size:11px;fill:var(--quiet)}
.chart .value{font-weight:650}
.chart .value:not(.quiet){fill:var(--ink)}
.scroll{overflow-x:auto;margin:.6rem 0;background:linear-gradient(270deg,var(--ground) 30%,transparent) 100% 0/3rem 100% no-repeat local,linear-gradient(270deg,var(--rule),transparent) 100% 0/1rem 100% no-repeat}
table{border-collapse:collapse;font-size:.88rem;font-variant-numeric:tabular-nums;overflow-wrap:normal}
.list{width:100%;max-width:54rem;font-size:.95rem}
th,td{text-align:left;vertical-align:top;padding:.4rem 1rem .4rem 0;border-bottom:1px solid var(--rule)}
thead th{font-weight:600;color:var(--quiet);font-size:.82rem}
tbody th{font-weight:500}
.scroll tbody th{min-width:8rem}
.long{overflow-wrap:anywhere;min-width:24rem}
@media (max-width:60rem){.scroll :is(td:not(.long),thead th){white-space:nowrap}
.scroll th:first-child{position:sticky;left:0;background:var(--ground);max-width:9rem}}
@media (max-width:30rem){.list{font-size:.85rem}.list :is(th,td){padding-right:.5rem}}
@media (min-width:44rem){.charts{grid-template-columns:1fr 1fr}}
@media (min-width:64rem){.chart text{font-size:8.5px}}
footer{color:var(--quiet);font-size:.85rem;margin-top:2.5rem;padding-bottom:2rem}
footer p{border-top:1px solid var(--rule);padding-top:.8rem}
@media print{figure,tr{break-inside:avoid}.scroll{overflow:visible;background:none}figure,.facts li{background:none;border:1px solid var(--rule)}}
`

/** What the reference of the interface has beside it: contents at the side where there is room, above where there is not. */
export const referenceStyle = `.reference{max-width:74rem;margin:0 auto}
nav{padding:0 1rem;font-size:.9rem}
nav ul{list-style:none;padding:0}
nav>ul{display:flex;flex-wrap:wrap;gap:.2rem 1rem}
nav>ul>li>a{font-weight:600}
nav ul ul{display:none}
section,article{scroll-margin-top:.5rem}
article{margin:2.2rem 0}
h3{font-size:1rem;margin:1.4rem 0 .4rem}
h3 code{font-size:.95em;background:var(--panel);border-radius:.3rem;padding:.15rem .4rem;margin-right:.3rem}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.92em}
pre{background:var(--panel);border-radius:.4rem;padding:.6rem .8rem;margin:.7rem 0;font-size:.85rem;white-space:pre-wrap}
.reference table{width:100%;margin:.6rem 0}
table code{overflow-wrap:anywhere}
.reference table:not(.statuses) th:first-child{width:34%}
.statuses th:first-child{width:5rem}
td small,th small{display:block;color:var(--quiet);font-size:.82em;font-weight:400}
td:last-child{padding-right:0}
summary{cursor:pointer;color:var(--accent);font-size:.9rem}
summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
:target>h3,td:has(:target),th:has(:target){background:var(--panel)}
@media (min-width:64rem){.reference{display:grid;grid-template-columns:17rem minmax(0,1fr)}
nav{position:sticky;top:0;align-self:start;max-height:100vh;overflow-y:auto;padding-bottom:2rem;font-size:.82rem}
nav>ul{display:block}
nav ul ul{display:block;margin:.2rem 0 .6rem}
.reference main{margin:0;min-width:0}}
@media print{nav{display:none}.reference{display:block}}
`
