/** The page by which a phone trusts the home CA: plain HTML, since the app itself may not be usable yet. Without its script all but going on by itself works. */
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { reachedPath, trustPath } from '@homeport/contract/https.ts'
import type { HomeCa } from '../certificate-source.ts'
import { trustStyle } from './trust-style.ts'
import { trustText, type Platform, type Step, type TrustText } from './trust-text.ts'

export const profilePath = `${trustPath}/homeport.mobileconfig`
export const certificatePath = `${trustPath}/homeport.crt`
export const scriptPath = `${trustPath}/trust.js`
/** The app of http, which hands its session over to the address by https. */
export const handOverPath = '/?https'

export type Visit = {
  lang: Lang
  platform: Platform
  /** Whether this page came by https. */
  isSecure: boolean
  /** The app's address by https. */
  https: string
}

export function trustPage(ca: Pick<HomeCa, 'name' | 'fingerprint'>, visit: Visit): string {
  const words = trustText[visit.lang]
  const other = visit.lang === 'zh' ? { lang: 'en', html: 'en' } : { lang: 'zh', html: 'zh-CN' }
  const { device } = words.guides[visit.platform]
  const watch = visit.isSecure ? '' : ` data-reached="${escaped(visit.https + reachedPath)}" data-next="${handOverPath}"`
  return `<!doctype html>
<html lang="${visit.lang === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${escaped(words.title(device))}</title>
<style>${trustStyle}</style>
<script src="${scriptPath}" defer></script>
</head>
<body${watch}>
<nav><a class="back" href="/" aria-label="${escaped(words.back)}"></a><span>${escaped(words.nav)}</span><a class="lang" href="?lang=${other.lang}" lang="${other.html}">${words.otherLang}</a></nav>
<main>
<h1>${escaped(words.title(device))}</h1>
${visit.isSecure ? securePart(words) : stepsOf(words, visit.platform, ca.name)}
<section>
<h2>${escaped(words.others)}</h2>
${othersOf(words, visit.platform, ca.name)}
</section>
<details>
<summary>${escaped(words.fingerprintTitle)}</summary>
<p class="fingerprint">${escaped(ca.fingerprint).replaceAll(':', ':<wbr>')}</p>
<p class="second">${escaped(words.fingerprint)}</p>
<p class="second">${escaped(words.limits)}</p>
</details>
</main>
${visit.isSecure ? '' : watchPart(words, device)}
</body>
</html>
`
}

function securePart(words: TrustText): string {
  return `<p class="note" role="status">${escaped(words.secure)}</p><a class="button wide" href="/">${escaped(words.open)}</a>`
}

/** The bar that waits, and what stands in place of the page once the browser trusts. */
function watchPart(words: TrustText, device: string): string {
  return `<p class="waiting" role="status"><i class="spinner"></i>${escaped(words.waiting(device))}</p>
<div id="trusted" tabindex="-1"><i class="tick"></i><h1>${escaped(words.trusted)}</h1><p role="status"><i class="spinner"></i>${escaped(words.goingOn)}</p></div>`
}

function othersOf(words: TrustText, own: Platform, ca: string): string {
  return (['ios', 'android', 'windows', 'mac', 'other'] as const)
    .filter((platform) => platform !== own)
    .map(
      (platform) => `<details name="platform">
<summary>${escaped(words.guides[platform].name)}</summary>
${stepsOf(words, platform, ca)}
</details>`,
    )
    .join('\n')
}

function stepsOf(words: TrustText, platform: Platform, ca: string): string {
  const steps: readonly Step[] = [...words.guides[platform].steps(ca), { title: words.comeBack }]
  const file = platform === 'ios' ? profilePath : certificatePath
  return `<ol>${steps.map((step) => stepOf(words, step, file)).join('')}</ol>`
}

function stepOf(words: TrustText, { title, text = '', shows = '', look = 'row', is_link }: Step, file: string): string {
  const lines = [
    `<b>${escaped(title)}</b>`,
    text === '' ? '' : `<span class="text">${escaped(text)}</span>`,
    is_link ? `<a class="button" data-file href="${file}">${escaped(words.download)}</a>` : '',
    shows === '' ? '' : `<span class="shows ${look}">${escaped(shows)}</span>`,
  ]
  return `<li><div>${lines.join('')}</div></li>`
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
