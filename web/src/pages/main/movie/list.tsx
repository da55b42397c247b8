/** The movie library: empty until films are on the box, and the way to the first one. */
import { downloadsPath } from '../../../download/card.tsx'
import { useText } from '../../../kit/lang.ts'
import { forward, switchTab } from '../../../kit/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { useSession } from '../../../kit/session.ts'
import { devicePath } from '../../../kit/way-back.ts'
import { movieText } from '../../../movie/text.ts'
import { Button } from '../../../ui/button.tsx'
import { art, Face } from '../../../ui/face.tsx'

export const meta: PageMeta = { needs: 'anyone', isRoot: true }

export function Screen() {
  const words = useText(movieText)
  const { token, device } = useSession()
  const hasBox = token !== '' && device !== null
  return (
    <main className="page screen-in">
      <header className="root-bar">
        <h1>{words.title}</h1>
      </header>
      <Face art={art.films} title={words.empty} text={hasBox ? words.emptyText : words.guestText} isNear>
        <Button look="main" onClick={() => (hasBox ? forward(downloadsPath) : switchTab(devicePath))}>
          {hasBox ? words.toDownloads : words.toDevice}
        </Button>
      </Face>
    </main>
  )
}
