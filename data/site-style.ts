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
label{display:block;font-weight:600;margin-bottom:6px}label~label{margin-top:16px}
input{width:100%;font:inherit;color:var(--ink);background:var(--ground);border:1px solid var(--faint);border-radius:6px;padding:9px 12px}
form .btn{margin-top:16px}
.next{margin-top:24px}.next li{padding:6px 0}
@media (max-width:860px){.top,.way{grid-template-columns:minmax(0,1fr)}.doc{padding:16px;margin-top:8px}
.plans thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
.plans,.plans tbody{display:block}.plans tr{display:block;padding:10px 0;border-bottom:1px solid var(--line)}
.plans .on{padding-left:12px;box-shadow:inset 3px 0 var(--ink)}.plans .on th{padding-left:0;box-shadow:none}
.plans tbody :is(th,td){display:block;border:0;padding:2px 0;text-align:left}.plans td::before{content:attr(data-label) ': ';color:var(--soft)}}
`

/** Links to the previous and the next page. */
export const turnStyle = `.turn{display:flex;justify-content:space-between;gap:24px;border-top:1px solid var(--line);margin-top:48px;padding-top:16px;max-width:52rem}
.turn [rel=next]{margin-left:auto}
`

/** The search above the list of companies, and its rows. */
export const companyListStyle = `.find{display:flex;flex-wrap:wrap;gap:12px 20px;align-items:end;max-width:none}
.find .words{flex:1 1 260px;max-width:420px}.find label{font-size:var(--t1)}
.find select{font:inherit;color:var(--ink);background:var(--ground);border:1px solid var(--faint);border-radius:6px;padding:9px 12px}
.find select:focus-visible{outline:2px solid var(--up);outline-offset:3px}
.find .check{display:flex;gap:8px;align-items:center;padding:10px 0}.find .check label{margin:0;font-weight:400}.find .check input{width:16px;height:16px;margin:0}
.find .btn{margin:0}.find+.note{margin:20px 0}
.list small{display:block;font-weight:400}.list [aria-sort]{color:var(--ink);font-weight:600}
@media (max-width:860px){.list tbody th{min-width:9rem}}
${turnStyle}`

export const docsStyle = `.docs{display:grid;grid-template-columns:14rem minmax(0,1fr);gap:0 var(--gap)}
.docs main{margin:0;padding:0;max-width:none;min-width:0}
.pages{font-size:var(--t1);padding-top:40px}
.pages>ul{position:sticky;top:16px;max-height:calc(100vh - 32px);overflow-y:auto}
.pages span{display:block;font-weight:600;margin-bottom:4px}
.pages>ul>li{margin-bottom:20px}
.pages li li{padding:3px 0}
.pages a{text-decoration:none;color:var(--soft)}
.pages a:hover{color:var(--ink)}
.pages [aria-current]{color:var(--ink);font-weight:600}
.pages .inside{margin:4px 0 4px 12px}
article{max-width:52rem}
article :is(h1,h2,h3,h4){scroll-margin-top:16px}
article h1{margin-top:32px;margin-bottom:16px}
article h2{margin-top:40px;padding-top:16px;border-top:1px solid var(--line)}
article h3{font-size:var(--t3);font-weight:600;margin-top:28px}
article h4{font-size:var(--t2);font-weight:600;margin-top:20px}
article :is(p,ul,ol,.scroll,blockquote){margin-top:12px}
article blockquote{margin-left:0;padding-left:16px;border-left:3px solid var(--line);color:var(--soft)}
article ul{list-style:disc;padding-left:1.4em}article ol{list-style:decimal;padding-left:1.6em}
article li{margin-top:4px}
article :not(pre)>code{background:var(--panel);border-radius:3px;padding:1px 4px;overflow-wrap:anywhere}
article pre{background-color:var(--panel);border-radius:6px;padding:12px 14px;line-height:1.5;white-space:pre;overflow-wrap:normal}
article pre.scroll{background-image:none}
article .scroll :is(th,td){white-space:normal;min-width:5.5rem;position:static}
article .scroll td{vertical-align:top}
article :is(a,code){overflow-wrap:anywhere}
.index{display:grid;grid-template-columns:16rem minmax(0,1fr);gap:8px 24px;margin-top:12px}
.index dt{font-weight:600}.index dd{color:var(--soft)}
${turnStyle}@media (max-width:860px){.docs{grid-template-columns:minmax(0,1fr)}
.pages{padding-top:16px}.pages>ul{position:static;max-height:none}
.pages>ul>li{margin-bottom:6px}.pages span,.pages>ul>li>ul,.pages li li{display:inline}
.pages span::after{content:': '}.pages li li::after{content:' · '}.pages li li:last-child::after{content:''}.pages .inside{display:none}
.index{grid-template-columns:minmax(0,1fr);gap:2px}.index dd{margin-bottom:10px}}
@media print{.pages,.turn{display:none}.docs{display:block}article pre{white-space:pre-wrap}}
`
