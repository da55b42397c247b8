/** Explore: the forum's door. Until a server opens boards it says so. */
import { forumText } from '../../../forum/text.ts'
import { useText } from '../../../kit/lang.ts'
import { switchTab } from '../../../kit/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { devicePath } from '../../../kit/way-back.ts'
import { Button } from '../../../ui/button.tsx'
import { art, Face } from '../../../ui/face.tsx'

export const meta: PageMeta = { needs: 'anyone', isRoot: true }

export function Screen() {
  const words = useText(forumText)
  return (
    <main className="page screen-in">
      <header className="root-bar">
        <h1>{words.title}</h1>
      </header>
      <Face art={art.people} title={words.empty} text={words.emptyText} isNear>
        <Button look="main" onClick={() => switchTab(devicePath)}>
          {words.toDevice}
        </Button>
      </Face>
    </main>
  )
}
