/** Instead of the box's page while the box is away. The installed app has no bar of a browser, so the page itself leads back and looks again. */
import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { bareHeaders } from '../kit/http/headers.ts'

const words = {
  en: {
    title: 'The box can’t be reached',
    text: 'Is it switched on and connected?',
    again: 'Try again',
    back: 'Back to the app',
  },
  zh: { title: '连不上盒子', text: '请确认盒子已开机并联网。', again: '重试', back: '返回 App' },
} as const satisfies Record<Lang, object>

/** As the film's page, which is dark. */
const style = `
*{box-sizing:border-box;margin:0}
body{min-height:100dvh;display:flex;flex-direction:column;align-items:center;justify-content:center;padding:32px;text-align:center;background:#0a0908;color:#f5f0e8;font:400 16px/24px -apple-system,BlinkMacSystemFont,Roboto,'PingFang SC','Noto Sans CJK SC','Noto Sans SC','Microsoft YaHei','Noto Sans','Liberation Sans',sans-serif}
h1{font:700 22px/30px ui-serif,'New York','Source Serif 4','Songti SC','Noto Serif CJK SC','Noto Serif SC',Georgia,serif}
/* a Chinese font would make marks such as ’ as wide as a character */
:lang(en) body{font-family:-apple-system,BlinkMacSystemFont,Roboto,'Segoe UI','Noto Sans','Liberation Sans','DejaVu Sans',sans-serif}
:lang(en) h1{font-family:ui-serif,'New York','Source Serif 4',Georgia,'DejaVu Serif',serif}
p{margin-top:8px;color:#b9b0a3}
a{display:flex;align-items:center;justify-content:center;width:280px;max-width:100%;min-height:48px;margin:4px auto 0;border-radius:24px;color:#f5f0e8;font-weight:600;text-decoration:none}
.main{margin-top:20px;background:#f5f0e8;color:#211c16}
a:focus-visible{outline:2px solid #f5f0e8;outline-offset:2px}
`
const styleHash = createHash('sha256').update(style).digest('base64')

export function sendAwayPage(response: ServerResponse, language: string | undefined): void {
  const isChinese = /^\s*zh\b/i.test(language ?? '')
  response.writeHead(503, {
    ...bareHeaders,
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
  })
  response.end(pageIn(isChinese ? 'zh' : 'en'))
}

function pageIn(lang: Lang): string {
  const { title, text, again, back } = words[lang]
  return `<!doctype html>
<html lang="${lang === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="dark">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
<a class="main" href="">${again}</a>
<a href="/">${back}</a>
</main>
</body>
</html>
`
}
