/**
 * Colours of the pages by role, for light and for dark. Colour says what a signal says and nothing else: `up`, `down` and `flat` for words
 * and shapes, `Fill` for bars, `Tint` for areas. Every text keeps a contrast of 4.5 to 1 against its background (WCAG 2.2, AA), and blue and
 * orange stay apart for every common colour blindness.
 */
export const palette = {
  light: {
    ground: '#fdfdfb',
    panel: '#f5f4f0',
    ink: '#17191e',
    soft: '#555a63',
    faint: '#666b74',
    line: '#e4e2db',
    grid: '#e9e7e1',
    up: '#1a5fa8',
    upFill: '#5590cd',
    down: '#a8430a',
    downFill: '#cb7a39',
    flat: '#5f646d',
    flatFill: '#c8c7c1',
    flatTint: '#eeede8',
    upTint: '#e3edf7',
    downTint: '#faeadd',
  },
  dark: {
    ground: '#121316',
    panel: '#1a1c20',
    ink: '#eceae5',
    soft: '#acb0b8',
    faint: '#9297a0',
    line: '#2c2f35',
    grid: '#24272c',
    up: '#8abcf0',
    upFill: '#396a9d',
    down: '#f2a36c',
    downFill: '#9a5220',
    flat: '#a9adb5',
    flatFill: '#4a4e56',
    flatTint: '#25282d',
    upTint: '#182a3f',
    downTint: '#3a2415',
  },
} as const

const variables = (colours: Readonly<Record<string, string>>): string =>
  Object.entries(colours)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')

/** The one style of every page; it stands inside the page, and its hash in the content security policy. */
export const pageStyle = `:root{color-scheme:light dark;--t0:12px;--t1:13px;--t2:15px;--t3:17px;--t4:20px;--t6:36px;--gap:48px;--serif:Charter,'Bitstream Charter','Iowan Old Style',Cambria,Georgia,'Liberation Serif',serif;--side:24px;${variables(palette.light)}}
@media screen and (prefers-color-scheme:dark){:root{${variables(palette.dark)}}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);font:var(--t2)/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;overflow-wrap:anywhere}
main,.wrap{max-width:1168px;margin:0 auto;padding:0 var(--side)}
h1,h2,h3,p,ul,ol,dl,dd,figure,table{margin:0;padding:0}
.skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px;background:var(--ground);padding:8px;z-index:1}
ul,ol{list-style:none}
a{color:inherit;text-decoration:underline;text-decoration-color:var(--flatFill);text-underline-offset:3px;text-decoration-thickness:1px}
a:hover{text-decoration-color:currentColor}
a:focus-visible,summary:focus-visible,[tabindex]:focus-visible{outline:2px solid var(--up);outline-offset:3px}
time,.nb{white-space:nowrap}
b,strong{font-weight:600}
small,.sm{font-size:var(--t1);line-height:1.45}
.xs{font-size:var(--t0);line-height:1.5}
.soft{color:var(--soft)}.faint,small{color:var(--faint)}
.num,td,dd{font-variant-numeric:tabular-nums lining-nums}
.up{color:var(--up)}.down{color:var(--down)}.flat,.mixed,.unknown{color:var(--flat)}
.sample{color:var(--down);font-weight:600;margin-top:12px}
.mast{border-bottom:1px solid var(--line);font-size:var(--t1)}
.mast .wrap{display:flex;flex-wrap:wrap;gap:6px 24px;align-items:baseline;padding-top:14px;padding-bottom:14px}
.mast strong{font-size:var(--t2)}
.mast nav{display:flex;flex-wrap:wrap;gap:6px 20px;margin:0 0 0 auto;color:var(--soft)}
.mast a{text-decoration:none}
.mast nav a:hover{color:var(--ink)}
.mast [aria-current]{color:var(--ink);text-decoration:underline;text-underline-offset:5px;text-decoration-color:currentColor}
.crumbs{display:flex;flex-wrap:wrap;gap:4px 16px;align-items:baseline;padding-top:24px;font-size:var(--t1);color:var(--soft)}
.days{margin-left:auto;display:flex;flex-wrap:wrap;gap:6px 16px}
.days strong{color:var(--ink)}
.kicker{font-size:var(--t1);font-weight:600;margin-top:32px}
h1{font:600 var(--t6)/1.18 var(--serif);letter-spacing:-.012em;max-width:23em;margin-top:8px;text-wrap:balance}
.stand{font-size:var(--t3);line-height:1.55;color:var(--soft);max-width:46em;margin-top:16px;text-wrap:pretty}
h2{font-weight:600;font-size:var(--t4);line-height:1.3;letter-spacing:-.012em}
.sec{border-top:1px solid var(--ink);padding-top:16px;margin-top:var(--gap)}
.sh{display:flex;flex-wrap:wrap;gap:2px 16px;align-items:baseline;margin-bottom:16px}
.sh p{color:var(--soft);font-size:var(--t1)}
.two,.lead{display:grid;grid-template-columns:1fr 1fr;gap:32px var(--gap)}
:is(.two,.lead) :is(p,ul){margin-top:8px}:is(.two,.lead) :is(h2,h3):not(:first-child){margin-top:24px}table+:is(ul,p),.scroll+p,:is(p,ul)+dl{margin-top:12px}
.lead{grid-template-columns:minmax(0,1.62fr) minmax(0,1fr)}.lead>:last-child :is(td,thead th):not(:first-child){white-space:normal}
.g{width:11px;height:11px;flex:none;align-self:center;fill:currentColor}
.g .o{fill:none;stroke:currentColor;stroke-width:1.6}
.st{display:inline-flex;align-items:baseline;gap:7px;font-weight:600}
.state{margin-top:24px}
.state .st{font-size:var(--t4);margin:0 10px 0 2px}
.strip{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:0 12px;margin-top:12px;font-size:var(--t0);max-width:1120px}
.strip .names{display:grid;grid-template-rows:repeat(3,18px);line-height:18px}
.strip .names .st{font-weight:500}.strip .names .g{width:9px;height:9px}
.lanes{position:relative;height:54px;border-left:1px solid var(--line)}
.lanes svg{position:absolute;inset:0;width:100%;height:100%}
.ticks{grid-column:2;position:relative;height:20px}
.ticks i{position:absolute;font-style:normal;white-space:nowrap;color:var(--faint);transform:translate(-50%,2px)}
.next{color:var(--faint)}
.cap span{color:var(--soft);font-size:var(--t1);margin-left:8px}
.second{color:var(--flat);font-size:var(--t1)}
.second::before{content:'';display:inline-block;width:18px;margin-right:8px;border-top:1.5px solid var(--flat);vertical-align:middle}
figcaption{font-size:var(--t0);color:var(--faint);margin-top:8px;line-height:1.45}
.plot{position:relative;height:300px;margin:30px 0 32px}
.plot .in{position:absolute;inset:0 72px 0 0}
.plot .in>svg,.tiny svg{position:absolute;inset:0;width:100%;height:100%;overflow:visible}
svg path{vector-effect:non-scaling-stroke}
.plot i,.plot b{position:absolute;font-style:normal;font-size:var(--t0);line-height:16px;white-space:nowrap;font-variant-numeric:tabular-nums;transform:translateY(-50%)}
.plot i .st{gap:4px}
.plot .v{background:var(--flatTint);padding-right:4px}
.plot b{font-size:var(--t1)}
.plot .y,.plot .end{margin-left:8px}
.plot .y,.plot .x{color:var(--faint)}
.plot .x{transform:translate(-50%,6px)}
.plot .zone{color:var(--faint);transform:translateY(-20px)}
.under{height:54px;margin:0 0 24px}
.under .in{border-left:1px solid var(--line)}
.after{margin-top:12px}.more{margin-top:24px}
.rgs{margin-top:12px}
.rgs li{display:grid;grid-template-columns:80px minmax(0,1fr);gap:12px;padding:6px 12px 6px 0}
.rg svg{width:100%;height:12px;overflow:visible;display:block}
.ends{display:flex;justify-content:space-between;font-size:var(--t0);color:var(--faint)}
dl.top{margin:12px 0 16px}
.hero{display:grid;grid-template-columns:minmax(0,1.9fr) minmax(0,1fr);gap:16px var(--gap);align-items:end}
.hero .kicker{margin-top:16px}.hero h1 a,.stories h2 a{text-decoration:none}:is(.hero h1,.stories h2) a:hover{text-decoration:underline}
.big .tiny{height:112px}.big .fig strong{font-size:var(--t4);margin-right:8px}
.stories{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,270px),1fr));gap:24px var(--gap);border-top:1px solid var(--line);margin-top:32px;padding-top:20px}
.stories>div{display:flex;flex-direction:column}.stories h2{font:600 19px/1.3 var(--serif);margin:2px 0 8px}.stories .ic{margin-top:auto;padding-top:12px;text-align:left;display:flex}.stories .tiny{flex:0 0 88px}
.offer{border-top:1px solid var(--line);margin-top:32px;padding-top:12px}
.jump{display:flex;flex-wrap:wrap;gap:4px 20px;margin-top:16px;font-size:var(--t1)}
.key{display:flex;flex-wrap:wrap;gap:2px 14px;margin-top:8px}.key .st{font-weight:400;gap:5px}
.idx li{display:grid;grid-template-columns:150px minmax(0,1fr) 250px 200px 130px;gap:4px 24px;padding:14px 0;border-bottom:1px solid var(--line);align-items:start}
.idx li:last-child{border-bottom:0}.idx .closed .ib{grid-column:2/5}
.idx small{display:block}
.ia small{margin-left:18px}
h3{font-weight:600;font-size:var(--t2);line-height:1.4;margin:0}
.ib p{color:var(--soft);max-width:36em}.closed .ib p{max-width:none}
.ic{display:grid;grid-template-columns:88px minmax(0,1fr);gap:12px;text-align:right}
.ic .tiny{height:26px;margin-top:6px}.ic .fig{grid-column:2}
.ic .fig strong{font-size:17px}.fig small{display:block}.big .fig small{display:inline}
.ie{text-align:right}
.vh{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden;white-space:nowrap}
.none{margin-top:12px}
#metrics summary{cursor:pointer;padding:6px 0}
.mets{columns:4 220px;margin-top:8px;font-size:var(--t1)}.mets li{padding:3px 0;break-inside:avoid}
.pictures{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:24px var(--gap)}.pictures .plot{height:240px;margin-bottom:24px}.pictures figure+figure{margin-top:32px}.pictures :has(>figure+figure) .plot{height:150px}.pictures .rgs li{grid-template-columns:150px minmax(0,1fr)}.pictures .rgs{margin:0}
.parted>nav{margin-top:var(--gap);font-size:var(--t1)}.parted>nav ul{display:flex;flex-wrap:wrap;gap:4px 20px}.parted>nav a{text-decoration:none;color:var(--soft)}.parted>nav a:hover{color:var(--ink)}.parted .sec{scroll-margin-top:8px}.parted>div{min-width:0}
@media (min-width:1200px){.parted{display:grid;grid-template-columns:9.5rem minmax(0,1fr);gap:0 var(--gap)}.parted>nav ul{position:sticky;top:16px;display:block;max-height:calc(100vh - 32px);overflow-y:auto;border-top:1px solid var(--ink);padding-top:16px}.parted>nav li{padding:3px 0}}
.area{height:260px;margin:16px 0 32px}
.curve{height:260px;margin:16px 0 32px}
.old{stroke-dasharray:5 4}
.lg::before{content:'';display:inline-block;width:18px;margin-right:6px;border-top:1.75px solid var(--ink);vertical-align:middle}
.l1::before{border-color:var(--flat)}.l2::before{border-top-style:dashed;border-color:var(--flat)}
.bar{width:120px;height:13px;overflow:visible;vertical-align:-2px}
.bar.full{width:64px;height:6px;vertical-align:1px;margin-left:8px}
.drawn small{display:block;color:var(--faint);font-weight:400;font-size:var(--t0)}
.drawn .bar+small{display:inline-block;min-width:40px;text-align:right}
.drawn .r,.drawn td:has(.bar+small){white-space:nowrap}
.drawn td:has(>:is(.bar:not(.full),.track):only-child){width:34%}
.drawn td>.bar:not(.full):only-child{width:100%;min-width:90px}
.track{width:100%;height:16px;overflow:visible;vertical-align:-3px}
.ln.iv{stroke:var(--flat)}
.mx{width:auto;font-size:var(--t1)}
.mx :is(td,thead th){text-align:center;width:46px;padding:5px 4px;border:1px solid var(--ground)}
.mx tbody th{text-align:right;border:0;padding:5px 10px 5px 0;white-space:nowrap}
.mx abbr{text-decoration:none}
.m0{background:var(--flatTint)}.mu{background:var(--upTint)}.md{background:var(--downTint)}
.mo{outline:2px solid var(--ink);outline-offset:-2px;font-weight:600}
.square{height:320px;max-width:420px;margin:16px 0 32px}
.solid{fill:var(--ink)}.open{fill:var(--flatTint);stroke:var(--ink);stroke-dasharray:3 2}
.scroll td small{display:block}
.scroll td .wrapped{white-space:normal;display:block;min-width:240px}
.narrow{display:none}
.ln{fill:none;stroke:var(--ink);stroke-width:1.75;stroke-linejoin:round;stroke-linecap:round}
.ln2{fill:none;stroke:var(--flat);stroke-width:1.25}
.gr{stroke:var(--grid)}.ax{stroke:var(--faint)}
.lvl{stroke:var(--ink);stroke-dasharray:2 3}
.dot{stroke:var(--ink);stroke-width:8;stroke-linecap:round}
.hole{stroke:var(--ground);stroke-width:5;stroke-linecap:round}
.fu{fill:var(--upFill)}.fd{fill:var(--downFill)}.fn{fill:var(--flatFill)}.tn{fill:var(--flatTint)}
.tiny{position:relative;height:44px}
.turns{margin-top:12px}
.turns li{padding:9px 0;border-bottom:1px solid var(--line)}
.turns li:last-child{border:0}
.turns{font-size:var(--t1)}.turns .soft{font-size:var(--t0)}
.pts li{display:grid;grid-template-columns:28px minmax(0,1fr) 340px;gap:16px;padding:16px 0;border-bottom:1px solid var(--line);align-items:center}
.pts li:first-child{padding-top:0}.pts li:last-child{border-bottom:0}
.pts .n{color:var(--faint);font-size:var(--t1);align-self:start;padding-top:2px}
.pts p{max-width:44em}
.chg{margin-top:8px}
.chg li{padding:9px 0;border-bottom:1px solid var(--line)}
.chg li:last-child{border:0}
.scroll{overflow-x:auto;background:linear-gradient(270deg,var(--ground) 30%,transparent) 100% 0/3rem 100% no-repeat local,linear-gradient(270deg,var(--line),transparent) 100% 0/1rem 100% no-repeat}
table{border-collapse:collapse;width:100%;overflow-wrap:normal}
th,td{text-align:left;vertical-align:baseline;padding:7px 16px 7px 0;border-bottom:1px solid var(--line)}
thead th{font-weight:500;font-size:var(--t0);color:var(--soft);vertical-align:bottom;padding-top:0}
tbody th{font-weight:500}
th:last-child,td:last-child{padding-right:0}
.scroll :is(td,thead th){white-space:nowrap}
.r{text-align:right}
.rec{display:inline-block;font-size:var(--t0);font-weight:600;background:var(--flatTint);border-radius:3px;padding:1px 6px;margin-left:4px}
dl.src{display:grid;grid-template-columns:110px 1fr;gap:6px 16px;font-size:var(--t1)}
dl.src dt{color:var(--soft)}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace;font-size:13px}
.list td,.list tbody th{padding-top:10px;padding-bottom:10px}
.foot{border-top:1px solid var(--line);margin-top:72px;padding:24px 0 48px;font-size:var(--t1);color:var(--soft)}
.foot .wrap{display:flex;flex-wrap:wrap;gap:8px 24px}
@media (max-width:1150px){.idx li{grid-template-columns:130px minmax(0,1fr) 220px 120px}.idx .id{grid-column:2/4}.idx .closed .ib{grid-column:2/4}}
@media (max-width:1000px){.drawn thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
.drawn,.drawn tbody{display:block}.drawn tr{display:flex;flex-wrap:wrap;align-items:baseline;gap:2px 14px;padding:9px 0;border-bottom:1px solid var(--line)}
.drawn :is(td,tbody th){border:0;padding:0}.drawn tbody th,.drawn td:has(>:is(.bar:not(.full),.track):only-child){flex:1 0 100%}.drawn td:empty{display:none}
.drawn td[data-head]::before{content:attr(data-head) ' ';color:var(--faint);font-size:var(--t0)}}
@media (max-width:860px){:root{--t6:28px;--gap:36px;--side:16px}
.two,.lead,.hero,.pictures{grid-template-columns:minmax(0,1fr)}
.stand{font-size:16px}
.pts li{grid-template-columns:20px minmax(0,1fr);gap:8px 12px}.pts .tiny{grid-column:2}
.mast nav{margin-left:0;width:100%}
.days{margin-left:0;width:100%}
dl.src{grid-template-columns:minmax(0,1fr);gap:0}dl.src dd{margin-bottom:10px}
.idx li{grid-template-columns:minmax(0,1fr) max-content}.ia{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 10px}.ia small{margin:0}.ie{grid-column:2;grid-row:1}.ib,.idx .closed .ib,.ic,.idx .id{grid-column:1/3}.ic{grid-template-columns:120px minmax(0,1fr)}
.mx tbody th{max-width:8rem;white-space:normal}
.strip{grid-template-columns:minmax(0,1fr)}.strip .names{display:flex;flex-wrap:wrap;gap:0 12px}.ticks{grid-column:1}
.scroll th:first-child{position:sticky;left:0;background:var(--ground);max-width:9rem;white-space:normal}
.scroll .bar{width:80px}}
@media (max-width:1150px){.wide{display:none}.narrow{display:inline}}
@media (max-width:600px){.plot{height:240px}.plot .in{right:72px}.under{height:54px}}
@media print{.sec{break-inside:avoid;margin-top:24px}.mast nav,.skip,.parted>nav{display:none}.scroll{overflow:visible;background:none}svg *{print-color-adjust:exact}}
`
/** What the reference of the interface has next to it: contents at the side where there is room, above elsewhere. */
export const referenceStyle = `.reference nav{padding:1rem 0;font-size:.9rem}
.reference :is(p,ul){margin:.6rem 0}
.reference h2{margin-top:2.5rem}
.reference nav ul{list-style:none;padding:0}
.reference nav>ul{display:flex;flex-wrap:wrap;gap:.2rem 1rem}
.reference nav>ul>li>a{font-weight:600}
.reference nav ul ul{display:none}
section,article{scroll-margin-top:.5rem}
article{margin:2.2rem 0}
h3{font-size:1rem;margin:1.4rem 0 .4rem}
h3 code{font-size:.95em;background:var(--panel);border-radius:.3rem;padding:.15rem .4rem;margin-right:.3rem}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.92em}
pre{background:var(--panel);border-radius:.4rem;padding:.6rem .8rem;margin:.7rem 0;font-size:.85rem;white-space:pre-wrap}
.facts span{display:inline-block;min-width:4.5rem;color:var(--soft)}
.reference table{width:100%;margin:.6rem 0}
table code{overflow-wrap:anywhere}
.reference table:not(.statuses) th:first-child{width:34%}
.statuses th:first-child{width:5rem}
td small,th small{display:block;color:var(--soft);font-size:.82em;font-weight:400}
td:last-child{padding-right:0}
summary{cursor:pointer;color:var(--ink);font-size:.9rem}
summary:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
:target>h3,td:has(:target),th:has(:target){background:var(--panel)}
@media (min-width:64rem){.reference{display:grid;grid-template-columns:17rem minmax(0,1fr)}
.reference nav{position:sticky;top:0;align-self:start;max-height:100vh;overflow-y:auto;padding-bottom:2rem;font-size:.82rem}
.reference nav>ul{display:block}
.reference nav ul ul{display:block;margin:.2rem 0 .6rem}
.reference .text{min-width:0}}
@media print{.reference nav{display:none}.reference{display:block}}
`
