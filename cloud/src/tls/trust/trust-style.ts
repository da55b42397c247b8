/** Styles of the trust page, in the app's colours (web/src/ui/tokens.css). */
export const trustStyle = `
:root{color-scheme:light dark;--paper:#f6f3ed;--surface:#fffefc;--ink:#211c16;--ink-secondary:#574e43;--ink-tertiary:#6c6257;--line:#e3ddd2;--red:#c4281b;--red-fill:#c4281b;--on-red:#fff;--ok:#2a7350;--ok-tint:#e1eee4}
@media (prefers-color-scheme:dark){:root{--paper:#14120e;--surface:#1e1b16;--ink:#f3eee5;--ink-secondary:#c0b7aa;--ink-tertiary:#a0968a;--line:#2f2a23;--red:#ff7562;--red-fill:#ce3627;--on-red:#ffffff;--ok:#73c499;--ok-tint:#1b2e24}}
*{box-sizing:border-box;margin:0}
body{font:400 16px/24px -apple-system,BlinkMacSystemFont,'SF Pro Text',Roboto,'PingFang SC','MiSans','Noto Sans CJK SC','Noto Sans SC','Microsoft YaHei',sans-serif;color:var(--ink);background:var(--paper);-webkit-text-size-adjust:100%}
/* a Chinese font would make marks such as ’ as wide as a character */
:lang(en) body{font-family:-apple-system,BlinkMacSystemFont,'SF Pro Text',Roboto,'Segoe UI','Noto Sans','Liberation Sans','DejaVu Sans',sans-serif}
nav{display:grid;grid-template-columns:1fr auto 1fr;align-items:center;max-width:640px;margin:0 auto;padding:calc(6px + env(safe-area-inset-top)) 12px 6px;font-size:17px;font-weight:600}
nav a{display:inline-flex;align-items:center;min-width:44px;min-height:44px;color:var(--ink);text-decoration:none;border-radius:12px}
.back::before{content:'';width:11px;height:11px;margin-left:10px;border:solid;border-width:0 0 2px 2px;transform:rotate(45deg)}
.lang{justify-self:end;justify-content:center;padding:0 8px;color:var(--ink-secondary);font-size:14px;font-weight:400}
main{max-width:640px;margin:0 auto;padding:8px 20px calc(96px + env(safe-area-inset-bottom))}
h1{font:700 28px/36px ui-serif,'New York','Source Serif 4','Songti SC','Noto Serif CJK SC','Noto Serif SC',Georgia,serif;text-wrap:balance}
h2{font-size:18px;line-height:24px;font-weight:600;margin:40px 0 12px}
p,b,span{text-wrap:pretty;overflow-wrap:anywhere}
ol{list-style:none;padding:0;margin:20px 0 0;counter-reset:step}
li{position:relative;display:grid;grid-template-columns:28px minmax(0,1fr);gap:16px;padding-bottom:24px;counter-increment:step}
li:last-child{padding-bottom:8px}
li::before{content:counter(step);width:28px;height:28px;border:1.5px solid var(--ink-tertiary);border-radius:14px;text-align:center;font-size:14px;line-height:25px;font-weight:600}
li.done::before{content:'✓';background:var(--ink);border-color:var(--ink);color:var(--paper)}
li:not(:last-child)::after{content:'';position:absolute;left:13px;top:32px;bottom:4px;border-left:1.5px solid var(--line)}
li b{display:block;font-weight:600;line-height:22px;padding:3px 0}
.text{display:block;font-size:14px;line-height:20px;color:var(--ink-secondary)}
.shows{display:flex;align-items:center;gap:12px;min-height:48px;margin-top:10px;padding:8px 14px;background:var(--surface);border:1px solid var(--line);border-radius:14px}
.shows.row,.shows.switch{justify-content:space-between}
.shows.row::after{content:'';flex:none;width:8px;height:8px;margin-right:4px;border:solid var(--ink-tertiary);border-width:2px 2px 0 0;transform:rotate(45deg)}
.shows.search::before{content:'';flex:none;width:12px;height:12px;border:2px solid var(--ink-tertiary);border-radius:8px}
.shows.search{position:relative}
.shows.search::after{content:'';position:absolute;left:24px;top:calc(50% + 6px);width:7px;border-top:2px solid var(--ink-tertiary);transform:rotate(45deg)}
.shows.switch::after{content:'';flex:none;width:44px;height:26px;border-radius:13px;background:radial-gradient(circle at 31px 13px,#fff 10px,var(--ok) 11px)}
.button{display:inline-flex;align-items:center;justify-content:center;min-height:52px;margin-top:10px;padding:8px 28px;border-radius:14px;background:var(--red-fill);color:var(--on-red);font-weight:600;text-decoration:none;text-align:center}
.button.wide{display:flex;margin-top:20px}
li.done .button{background:none;color:var(--ink);box-shadow:inset 0 0 0 1px var(--ink-tertiary)}
.second{font-size:14px;line-height:20px;color:var(--ink-tertiary);margin-top:12px}
.note{margin-top:20px;padding:12px 16px;border-radius:14px;background:var(--ok-tint);color:var(--ok)}
details{background:var(--surface);border:1px solid var(--line);border-radius:20px;padding:0 16px;margin-top:12px}
details .shows{background:var(--paper)}
details[open]{padding-bottom:16px}
main>details{margin-top:40px}
summary{min-height:56px;display:flex;align-items:center;justify-content:space-between;gap:12px;font-weight:600;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary::after{content:'';flex:none;width:9px;height:9px;margin-right:4px;border:solid var(--ink-tertiary);border-width:0 2px 2px 0;transform:rotate(45deg) translate(-2px,-2px)}
details[open] summary::after{transform:rotate(225deg) translate(-2px,-2px)}
.fingerprint{font:400 14px/22px ui-monospace,'SF Mono','Roboto Mono','DejaVu Sans Mono',monospace}
.waiting{position:fixed;inset:auto 0 0;display:flex;align-items:center;justify-content:center;gap:12px;min-height:72px;padding:12px 20px calc(12px + env(safe-area-inset-bottom));background:var(--surface);border-top:1px solid var(--line);color:var(--ink-secondary);font-size:14px}
.spinner{flex:none;width:18px;height:18px;border:2px solid var(--line);border-top-color:var(--ink-secondary);border-radius:9px;animation:turn 1s linear infinite}
@keyframes turn{to{transform:rotate(1turn)}}
@media (prefers-reduced-motion:reduce){.spinner{animation-duration:4s}}
#trusted{display:none}
#trusted{outline:none}
.trusted main,.trusted .waiting{display:none}
.trusted #trusted{display:grid;justify-items:center;gap:16px;padding:18vh 20px 0;text-align:center}
#trusted p{display:flex;align-items:center;gap:12px;color:var(--ink-secondary)}
.tick{width:96px;height:96px;border-radius:48px;background:var(--ok-tint);display:grid;place-items:center}
.tick::before{content:'';width:16px;height:30px;margin-top:-8px;border:solid var(--ok);border-width:0 4px 4px 0;transform:rotate(45deg)}
:focus-visible{outline:2px solid var(--red);outline-offset:2px}
a:active,summary:active{opacity:.7}
`
