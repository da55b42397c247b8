/** /preview-image?ids=A,B&at=0: full-screen viewer for pictures of posts and people. */
import { previewText } from '../home/preview-text.ts'
import { useText } from '../kit/lang.ts'
import { back, rewriteAddress, useQueryValue } from '../kit/nav/nav.ts'
import type { PageMeta } from '../kit/page.ts'
import { saveAddress } from '../kit/browser-features.ts'
import { homePath } from '../kit/nav/return-path.ts'
import { commonText } from '../kit/text/text.ts'
import { pictureUrl } from '../shared/picture-url.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { art } from '../ui/drawing.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import layoutStyles from '../ui/layout.module.css'
import { Viewer } from '../ui/viewer.tsx'

export const meta: PageMeta = { needs: 'anyone' }

const maxIds = 99

export function Screen() {
  const words = useText(previewText)
  const common = useText(commonText)
  const ids = [...new Set(useQueryValue('ids').split(','))].filter((id) => /^[\w-]{1,64}$/.test(id)).slice(0, maxIds)
  const target = Number(useQueryValue('at'))
  const at = Math.min(ids.length - 1, Number.isInteger(target) && target > 0 ? target : 0)
  const leave = () => back(homePath)
  if (ids.length === 0)
    return (
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing)}>
        <EmptyState art={art.nothingFound} title={words.none} text={words.noneText} isPage>
          <Button variant="main" onClick={leave}>
            {common.back}
          </Button>
        </EmptyState>
      </main>
    )
  return (
    <Viewer
      pictures={ids.map(pictureUrl)}
      at={at}
      show={(next) => rewriteAddress(`/preview-image?${new URLSearchParams({ ids: ids.join(','), at: String(next) })}`)}
      onClose={leave}
      save={(which) => saveAddress(`homeport-${ids[which] ?? ''}.webp`, pictureUrl(ids[which] ?? ''))}
      words={{ ...words, close: common.close }}
    />
  )
}
