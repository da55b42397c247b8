/** Legal documents: terms, privacy, licences (?page=), and the leave-app page for external links (?url=) to allowed hosts. */
import { Suspense } from 'react'
import { lazyPart } from '../../../kit/lazy-part.ts'
import { helpText } from '../../../help/text.ts'
import { outText } from '../../../home/out-text.ts'
import { useText } from '../../../kit/lang.ts'
import { back, forward, useQueryValue } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { commonText } from '../../../kit/text/text.ts'
import { legalTextNames, legalTexts } from '../../../shared/legal-text-content.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { art } from '../../../ui/drawing.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import gridStyles from '../../../ui/grid.module.css'
import layoutStyles from '../../../ui/layout.module.css'
import { NavBar } from '../../../ui/navbar.tsx'
import { Prose } from '../../../ui/prose.tsx'

export const meta: PageMeta = { needs: 'anyone' }

const Licences = lazyPart(async () => (await import('../../../help/licences.tsx')).Licences)
const WayOut = lazyPart(async () => (await import('../../../home/leave-app.tsx')).LeaveApp)
const aboutPath = '/pages/user/about/index'

export function Screen() {
  const words = useText(helpText)
  const out = useText(outText)
  const paper = useText(legalTexts)
  const page = useQueryValue('page')
  const url = useQueryValue('url')
  const name = legalTextNames.find((one) => one === page)
  const title = name ? paper[name].title : page === 'licences' ? words.licences : url === '' ? 'Homeport' : out.title
  return (
    <>
      <NavBar title={title} backLabel={useText(commonText).back} back={() => back(aboutPath)} />
      <main
        className={classes(layoutStyles.page, layoutStyles.plain, gridStyles.narrow, layoutStyles.appearing, layoutStyles.top8)}
      >
        {name ? (
          <Prose {...paper[name]} />
        ) : url !== '' ? (
          <Suspense>
            <WayOut address={url} />
          </Suspense>
        ) : page === 'licences' ? (
          <Suspense>
            <Licences />
          </Suspense>
        ) : (
          <EmptyState art={art.noPage} title={words.paperNone} text={words.paperNoneText}>
            <Button variant="main" onClick={() => forward(aboutPath)}>
              {words.toAbout}
            </Button>
          </EmptyState>
        )}
      </main>
    </>
  )
}
