/** Styles of the trust page, in the app's colours (web/src/ui/tokens.css). */
export const trustStyle = `
:root{color-scheme:light dark;--paper:#f6f3ed;--surface:#fffefc;--press:#e5dfd4;--ink:#211c16;--ink-2:#574e43;--ink-3:#6c6257;--line:#e3ddd2;--red:#c4281b;--red-fill:#c4281b;--on-red:#fff;--ok:#2a7350;--ok-tint:#e1eee4}
@media (prefers-color-scheme:dark){:root{--paper:#14120e;--surface:#1e1b16;--press:#37322a;--ink:#f3eee5;--ink-2:#c0b7aa;--ink-3:#a0968a;--line:#2f2a23;--red:#ff7562;--red-fill:#ce3627;--on-red:#ffffff;--ok:#73c499;--ok-tint:#1b2e24}}
*{box-sizing:border-box;margin:0}
body{font:400 16px/24px -apple-system,BlinkMacSystemFont,'SF Pro Text',Roboto,'PingFang SC','MiSans','Noto Sans CJK SC','Noto Sans SC','Microsoft YaHei',sans-serif;color:var(--ink);background:var(--paper);-webkit-text-size-adjust:100%}
/* a Chinese font would make marks such as ’ as wide as a character */
:lang(en) body{font-family:-apple-system,BlinkMacSystemFont,'SF Pro Text',Roboto,'Segoe UI','Noto Sans','Liberation Sans','DejaVu Sans',sans-serif}
main{max-width:640px;margin:0 auto;padding:calc(20px + env(safe-area-inset-top)) 20px calc(40px + env(safe-area-inset-bottom))}
h1{font:700 28px/36px ui-serif,'New York','Source Serif 4','Songti SC','Noto Serif CJK SC','Noto Serif SC',Georgia,serif;margin-bottom:8px;text-wrap:balance}
h2{font-size:18px;line-height:24px;font-weight:600;margin-bottom:12px}
p,li{text-wrap:pretty;overflow-wrap:break-word}
header{display:grid}
.lang{justify-self:end;display:inline-flex;align-items:center;min-height:44px;margin-top:-12px;color:var(--ink-2);font-size:14px}
section{margin-top:32px}
ul{padding-left:20px}
ul li+li{margin-top:4px}
details :is(ol,ul){padding-left:22px;margin:16px 0 4px}
details li+li{margin-top:10px}
.second{font-size:14px;line-height:20px;color:var(--ink-3);margin-top:12px}
.done{margin-top:20px;padding:12px 16px;border-radius:14px;background:var(--ok-tint);color:var(--ok)}
details{background:var(--surface);border:1px solid var(--line);border-radius:20px;padding:0 16px;margin-bottom:12px}
details[open]{padding-bottom:16px}
summary{min-height:56px;display:flex;align-items:center;justify-content:space-between;font-weight:600;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary::after{content:'';width:9px;height:9px;margin-right:4px;border:solid var(--ink-3);border-width:0 2px 2px 0;transform:rotate(45deg) translate(-2px,-2px)}
details[open] summary::after{transform:rotate(225deg) translate(-2px,-2px)}
.button{display:flex;align-items:center;justify-content:center;min-height:52px;padding:8px 22px;border-radius:14px;background:var(--red-fill);color:var(--on-red);font-weight:600;text-decoration:none;text-align:center}
.button.plain{background:none;color:var(--ink);border:1px solid var(--ink-3)}
section>.button{margin-top:20px}
.address{font-size:14px;line-height:20px;color:var(--ink-3);margin-top:8px;text-align:center}
.fingerprint{font:400 14px/22px ui-monospace,'SF Mono','Roboto Mono','DejaVu Sans Mono',monospace}
:focus-visible{outline:2px solid var(--red);outline-offset:2px}
a:active,summary:active{opacity:.7}
`
