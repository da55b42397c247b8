/** The guides in English. The same videos as in Chinese, by their ids (guides.test.ts). */
import type { ToldSeries } from './told.ts'

export const guidesEn: readonly ToldSeries[] = [
  {
    id: 'start',
    title: 'First steps',
    videos: [
      {
        id: 'place',
        title: 'A quiet place for your box',
        about: 'Where it stands well, and what it needs',
        slides: [
          ['room', 'Any small computer can be your box: a mini PC, a NAS, an old laptop by the TV.'],
          ['box', 'Give it air on all sides. A closed drawer makes it loud and slow.'],
          ['tv', 'Close to the TV, a cable carries the picture. Far from it, the TV’s own browser does.'],
          ['disk', 'Films are large. Start with a disk of 1 TB or more, and leave a tenth of it free.'],
          ['night', 'It draws little power and may stay on all night: that is when downloads are fastest.'],
        ],
      },
      {
        id: 'first-start',
        title: 'Start it with one command',
        about: 'From nothing to the code on the screen',
        slides: [
          ['box', 'On the box, open a terminal in the folder of Homeport and type: npm start'],
          ['list', 'The first time it fetches its parts and builds the app. That takes a few minutes, later only seconds.'],
          ['code', 'Then it prints an address, a square code, its serial and a pairing code of eight characters.'],
          ['phone', 'Point your phone’s camera at the square code. The app opens with everything filled in.'],
          ['people', 'Register with a name and a password. No e-mail and no other account is needed.'],
        ],
      },
      {
        id: 'bind',
        title: 'Bind your box, and let the family in',
        about: 'Owner, members, and codes that last ten minutes',
        slides: [
          ['code', 'The pairing code is good once, and for ten minutes. If it runs out, the box makes a new one.'],
          ['phone', 'On the Device tab choose Bind, and scan or type the code. Whoever binds first is the owner.'],
          ['people', 'Others join with a fresh code from the box: npm run pair shows one.'],
          ['list', 'Members share the queue and the library. Names, settings and the TV stay with the owner.'],
          ['box', 'Unbind at any time. Your box forgets you within a second, even if it was off: then when it comes back.'],
        ],
      },
    ],
  },
  {
    id: 'downloads',
    title: 'Downloads',
    videos: [
      {
        id: 'link',
        title: 'Paste a link, go to bed',
        about: 'Magnet links, torrent files and plain addresses',
        slides: [
          ['link', 'Copy a magnet link or an address. In the app, tap the paste button at the foot of Downloads.'],
          ['list', 'A magnet shows what is in it. Take only the files you want; the rest never touches your disk.'],
          ['phone', 'Start, and put the phone away. The box goes on by itself, also when you leave the house.'],
          ['night', 'After a power cut it picks up where it stopped. Nothing is fetched twice.'],
          ['film', 'What is done appears in the library, with poster, year and length.'],
        ],
      },
      {
        id: 'space',
        title: 'When the disk gets full',
        about: 'See it coming, and make room',
        slides: [
          ['disk', 'The foot of Downloads says how much space is left, and warns before a task would not fit.'],
          ['list', 'A task that finds no room stops and says so. Make room, then start it again.'],
          ['film', 'Removing a task asks: keep its files, or delete them. Only its own files are ever deleted.'],
          ['box', 'A second disk? Choose its folder under Device, Settings, Downloads.'],
        ],
      },
    ],
  },
  {
    id: 'watch',
    title: 'Watching',
    videos: [
      {
        id: 'tv',
        title: 'Your film on the TV',
        about: 'Any TV with a browser will do',
        slides: [
          ['tv', 'Open the address that the box prints in the TV’s browser. The TV shows four digits.'],
          ['phone', 'Type them in the app. From now on this TV is a screen of your box.'],
          ['film', 'Open a film and press Play. If the TV is silent, press OK on its remote once: browsers want that.'],
          ['night', 'Stop in the middle and go on tomorrow. The place is kept, for each of you.'],
        ],
      },
      {
        id: 'remote',
        title: 'Your phone is the remote',
        about: 'Arrows, volume, and a bar to drag',
        slides: [
          ['pad', 'Arrows move, the middle is OK. Hold an arrow and it repeats.'],
          ['phone', 'Swipe on the pad instead of pressing; your eyes can stay on the film.'],
          ['film', 'Drag the bar to any place, or jump ten seconds back and thirty on.'],
          ['tv', 'Volume, sound track and subtitles are below the bar.'],
        ],
      },
    ],
  },
]
