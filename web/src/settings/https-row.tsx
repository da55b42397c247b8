/** The way to the page by which this phone trusts the home CA; only where the cloud has one, and in a browser: an app of a store brings its own connection. */
import { readHttps, trustPath } from '@homeport/contract/https.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import { ask } from '../kit/ask.ts'
import { hostUrl } from '../kit/hosts.ts'
import { useLang, useText } from '../kit/lang.ts'
import { session } from '../kit/session.ts'
import { Row } from '../ui/row.tsx'
import { settingsText } from './text.ts'

const https = () =>
  queryOptions({
    queryKey: [session.get().lang, 'settings', 'https'],
    queryFn: ({ signal }) => ask(readHttps, {}, { signal }),
    staleTime: Infinity,
    meta: { isQuiet: true },
  })

export function HttpsRow() {
  const words = useText(settingsText)
  const lang = useLang()
  if (!useQuery(https()).data?.has_ca) return null
  const page = new URL(`${trustPath}?lang=${lang}`, new URL(hostUrl(lang, 'version'), location.href))
  return (
    <Row
      icon={<LockKeyhole strokeWidth={1.75} />}
      label={words.https}
      value={location.protocol === 'https:' ? words.httpsOn : words.httpsOff}
      href={page.href}
    />
  )
}
