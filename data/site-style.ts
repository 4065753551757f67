/** Rules of the pages the server makes itself, beside those of every page: keys and prices, forms, refusals, and the documentation. */

export const waysStyle = `.acts{display:flex;flex-wrap:wrap;gap:12px;margin-top:24px}
.btn{display:inline-block;background:var(--ink);color:var(--ground);border:1px solid var(--ink);border-radius:6px;padding:9px 18px;font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
.btn.ghost{background:none;color:var(--ink);border-color:var(--faint)}
.btn:focus-visible,input:focus-visible{outline:2px solid var(--up);outline-offset:3px}
.top{display:grid;grid-template-columns:minmax(0,1.5fr) minmax(0,1fr);gap:24px var(--gap);align-items:start}
.doc{background:var(--panel);border-radius:8px;padding:20px 24px;margin-top:32px;font-size:var(--t1)}
.doc p{margin-bottom:12px}
.kv div{display:flex;justify-content:space-between;gap:16px;padding:6px 0;border-top:1px solid var(--line)}
.kv dt{color:var(--soft)}.kv dd{text-align:right}
.way{display:grid;grid-template-columns:220px minmax(0,1fr);gap:12px var(--gap)}
.way h2+p{margin-top:4px;font-size:var(--t1);color:var(--soft)}
.way .kv{max-width:560px}
.steps{counter-reset:step;margin-top:16px}
.steps:first-child{margin-top:0}
.steps li{counter-increment:step;position:relative;padding-left:30px;margin-bottom:16px;max-width:46em}
.steps li::before{content:counter(step);position:absolute;left:0;top:1px;width:20px;height:20px;border:1px solid var(--faint);border-radius:50%;font-size:12px;line-height:18px;text-align:center;color:var(--soft)}
pre{background:var(--panel);border-radius:6px;padding:12px 14px;margin:8px 0 0;white-space:pre-wrap;overflow-wrap:anywhere;line-height:1.55}
.plans{margin-top:24px}
.plans .on{background:var(--panel)}
.plans .on th{padding-left:12px;box-shadow:inset 3px 0 var(--ink)}
.prices{max-width:560px}
.note{font-size:var(--t1);color:var(--soft);margin-top:12px;max-width:46em}
.wrong{color:var(--down);font-weight:600;margin-top:16px}
form{margin-top:24px;max-width:34em}
label{display:block;font-weight:600;margin-bottom:6px}
input{width:100%;font:inherit;color:var(--ink);background:var(--ground);border:1px solid var(--faint);border-radius:6px;padding:9px 12px}
form .btn{margin-top:16px}
.next{margin-top:24px}.next li{padding:6px 0}
@media (max-width:860px){.top,.way{grid-template-columns:minmax(0,1fr)}.doc{padding:16px;margin-top:8px}
.plans thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
.plans,.plans tbody{display:block}.plans tr{display:block;padding:10px 0;border-bottom:1px solid var(--line)}
.plans .on{padding-left:12px;box-shadow:inset 3px 0 var(--ink)}.plans .on th{padding-left:0;box-shadow:none}
.plans tbody :is(th,td){display:block;border:0;padding:2px 0;text-align:left}.plans td::before{content:attr(data-label) ': ';color:var(--soft)}}
`
