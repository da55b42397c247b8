/** User and password of a link: apart from it in the box's table, put into it for the engine alone. */
import { withLogin } from '@homeport/contract/shape/link/link-address.ts'
import { percentDecoded } from '@homeport/contract/shape/link/link-text.ts'
import { parseLink, type ParsedLink } from '@homeport/contract/shape/link/parse-link.ts'
import * as z from 'zod/mini'

const Login = z.object({ user: z.string(), password: z.string() })

/** As JSON; '' if the link has none. */
export function loginOf(link: ParsedLink): string {
  const { user, password } = 'user' in link ? link : webLogin(link)
  return user === '' && password === '' ? '' : JSON.stringify({ user, password })
}

function webLogin({ kind, url }: ParsedLink): z.infer<typeof Login> {
  if (kind !== 'http' && kind !== 'torrent_url') return { user: '', password: '' }
  const { username, password } = new URL(url)
  return { user: percentDecoded(username), password: percentDecoded(password) }
}

/** The link out of its wrapper, for the engine. */
export function fullUrl({ url, login }: { url: string; login: string }): string {
  const link = parseLink(url)
  return login === '' ? link.url : withLogin(link.url, Login.parse(JSON.parse(login)))
}
