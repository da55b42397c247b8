/** The page by which a phone trusts the home CA: plain HTML without scripts, since the app itself may not be usable yet. */
import type { Lang } from '@homeport/contract/kit/promise.ts'
import { trustPath } from '@homeport/contract/https.ts'
import type { HomeCa } from './source.ts'
import { trustStyle } from './trust-style.ts'
import { trustText, type Platform, type TrustText } from './trust-text.ts'

export const profilePath = `${trustPath}/homeport.mobileconfig`
export const certificatePath = `${trustPath}/homeport.crt`

export type Visit = {
  lang: Lang
  platform: Platform
  /** Whether this page came by https. */
  isSecure: boolean
  /** The app's addresses by either. */
  http: string
  https: string
}

export function trustPage(ca: Pick<HomeCa, 'name' | 'fingerprint'>, visit: Visit): string {
  const words = trustText[visit.lang]
  const htmlLang = visit.lang === 'zh' ? 'zh-CN' : 'en'
  return `<!doctype html>
<html lang="${htmlLang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${escaped(words.title)}</title>
<style>${trustStyle}</style>
</head>
<body>
<main>
<header>
<a class="lang" href="?lang=${visit.lang === 'zh' ? 'en' : 'zh'}" lang="${visit.lang === 'zh' ? 'en' : 'zh-CN'}">${words.otherLang}</a>
<h1>${escaped(words.title)}</h1>
<p>${escaped(words.intro)}</p>
</header>
${visit.isSecure ? `<p class="done" role="status">${escaped(words.secure)}</p>` : ''}
<section>
<h2>${escaped(words.givesTitle)}</h2>
<ul>${words.gives.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>
<p class="second">${escaped(words.stays(visit.http))}</p>
</section>
<section>
<h2>${escaped(words.stepsTitle)}</h2>
${platformsFrom(visit.platform)
  .map((platform) => guideOf(words, { platform, ca: ca.name, isOpen: platform === visit.platform }))
  .join('\n')}
<a class="button" href="${escaped(visit.https)}">${escaped(words.open)}</a>
<p class="address">${escaped(visit.https)}</p>
</section>
<section>
<h2>${escaped(words.fingerprintTitle)}</h2>
<p class="fingerprint">${escaped(ca.fingerprint).replaceAll(':', ':<wbr>')}</p>
<p class="second">${escaped(words.fingerprint)}</p>
<p class="second">${escaped(words.limits)}</p>
</section>
</main>
</body>
</html>
`
}

function guideOf(words: TrustText, { platform, ca, isOpen }: { platform: Platform; ca: string; isOpen: boolean }): string {
  const { title, button, steps } = words.guides[platform]
  const href = platform === 'ios' ? profilePath : certificatePath
  // Not one after the other: each is another system.
  const list = platform === 'computer' ? 'ul' : 'ol'
  return `<details name="platform"${isOpen ? ' open' : ''}>
<summary>${escaped(title)}</summary>
<a class="button plain" href="${href}">${escaped(button)}</a>
<${list}>${steps(ca)
    .map((step) => `<li>${escaped(step)}</li>`)
    .join('')}</${list}>
</details>`
}

/** The visitor's own first. */
function platformsFrom(own: Platform): Platform[] {
  const others = (['ios', 'android', 'computer'] as const).filter((platform) => platform !== own)
  return [own, ...others]
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
