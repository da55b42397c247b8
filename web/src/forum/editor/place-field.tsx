/** The place of a post: chosen on the map, or none. */
import type { Place } from '@homeport/contract/shape/place.ts'
import { ChevronRight, MapPin, X } from 'lucide-react'
import { useText } from '../../kit/lang.ts'
import { askForPlace, usePlaceFor } from '../../shared/place.ts'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import { editorText } from './editor-text.ts'
import styles from './editor.module.css'

/** by: the draft's id, so that the place chosen on the map returns to it. */
type Props = { by: string; place: Place | null; change: (place: Place | null) => void }

export function PlaceField({ by, place, change }: Props) {
  const words = useText(editorText)
  usePlaceFor(by, (chosen) => change(chosen.place))
  return (
    <div className={styles.place}>
      <button type="button" className={layoutStyles.grow} onClick={() => askForPlace(by, place ?? undefined)}>
        <MapPin size={20} strokeWidth={1.75} aria-hidden="true" />
        <span className={classes(layoutStyles.grow, textStyles.oneLine)}>{place ? place.name : words.addPlace}</span>
        {!place && <ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" />}
      </button>
      {place && (
        <IconButton label={words.dropPlace} onClick={() => change(null)}>
          <X size={20} strokeWidth={1.75} />
        </IconButton>
      )}
    </div>
  )
}
