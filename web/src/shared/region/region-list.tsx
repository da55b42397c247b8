/** The regions of the world: countries, then their regions; or search results. */
import { regionName, regionPath, regionWords, type RegionRow, type Regions } from '@homeport/contract/shape/region.ts'
import { ChevronRight, Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLang, useText } from '../../kit/lang.ts'
import { classes } from '../../ui/classes.ts'
import fieldStyles from '../../ui/field.module.css'
import { BackIcon, CheckIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import overlayStyles from '../../ui/overlay.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './region-list.module.css'
import { regionText } from './region-text.ts'
import { above, findRegions, within } from './region.ts'

type Props = { regions: Regions; chosen: string; canClear: boolean; onSelect: (id: string) => void }

export function RegionList({ regions, chosen, canClear, onSelect }: Props) {
  const words = useText(regionText)
  const lang = useLang()
  const [current, setCurrent] = useState(() => above(regions, chosen).at(-1) ?? '')
  const [typed, setTyped] = useState('')
  const top = useRef<HTMLDivElement>(null)
  const matches = findRegions(regions, typed)
  const lastRegion = regionPath(regions, current).at(-1)

  function go(id: string) {
    setCurrent(id)
    setTyped('')
    // The focused row is gone: focus the top of the list.
    top.current?.focus()
    const port = top.current?.closest(`.${overlayStyles.scroll}`)
    if (port) port.scrollTop = 0
  }
  const row = (one: RegionRow, text: string) => (
    <li key={one[0]}>
      <button
        type="button"
        className={styles.region}
        aria-current={one[0] === chosen ? 'true' : undefined}
        onClick={() => (regions.parts[one[0]] && typed === '' ? go(one[0]) : onSelect(one[0]))}
      >
        <span className={layoutStyles.grow}>{text}</span>
        {one[0] === chosen && <CheckIcon size={20} />}
        {one[0] !== chosen && typed === '' && regions.parts[one[0]] && <ChevronRight size={20} strokeWidth={1.75} />}
      </button>
    </li>
  )

  return (
    <div className={styles.regions} ref={top} tabIndex={-1}>
      <div className={fieldStyles.field}>
        <Search size={20} strokeWidth={1.75} />
        <input
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      {typed.trim() !== '' ? (
        <>
          <ul>{matches.map((one) => row(one, regionWords(regions, one[0], lang)))}</ul>
          {matches.length === 0 && (
            <p className={classes(textStyles.secondary, styles.empty)} role="status">
              {words.none}
            </p>
          )}
        </>
      ) : (
        <ul>
          {lastRegion && (
            <>
              <li>
                <button
                  type="button"
                  className={classes(styles.region, styles.up)}
                  onClick={() => go(above(regions, current).at(-1) ?? '')}
                >
                  <BackIcon size={20} />
                  <span className={layoutStyles.grow}>{words.up}</span>
                </button>
              </li>
              <li>
                <button
                  type="button"
                  className={styles.region}
                  aria-current={current === chosen ? 'true' : undefined}
                  onClick={() => onSelect(current)}
                >
                  <span className={layoutStyles.grow}>{words.whole(regionName(lastRegion, lang))}</span>
                  {current === chosen && <CheckIcon size={20} />}
                </button>
              </li>
            </>
          )}
          {!lastRegion && canClear && chosen !== '' && (
            <li>
              <button type="button" className={classes(styles.region, styles.up)} onClick={() => onSelect('')}>
                <span className={layoutStyles.grow}>{words.clear}</span>
              </button>
            </li>
          )}
          {within(regions, current, lang).map((one) => row(one, regionName(one, lang)))}
        </ul>
      )}
    </div>
  )
}
