/** What a tour finds in the English realm (HOMEPORT_DEMO=1): people by their handles, threads with replies. Boards by the last two digits of their ids. */
import type { DemoRealm } from './demo-realm.ts'

export const demoEn: DemoRealm = {
  people: ['harbour-light', 'quiet-nuc', 'fan-480', 'night-shift', 'paper-boat', 'four-bays', 'slow-train', 'copper-wire'],
  threads: [
    {
      board: 13,
      title: 'Magnet stuck at “fetching file list”? Check the port first',
      content:
        'If a magnet stays at **fetching file list** for more than a minute, nobody can reach your box.\n\n1. Open the router and forward one port to it.\n2. Restart the box and try the same magnet again.\n3. Still nothing? Then the swarm is asleep: ask again in the evening.\n\nMine went from minutes to four seconds.',
      tags: ['magnet', 'network'],
      hoursAgo: 5,
      pinned: true,
      replies: [
        'The port was it. Thank you!',
        'For me it was the VPN on the box: it has no port to forward.',
        'Could this be in the guide?',
        'It is worth a guide of its own.',
      ],
    },
    {
      board: 21,
      title: 'My 4-bay box on an old NUC: 11 W idle, silent',
      content:
        'An eight-year-old NUC, a USB cage with four disks, and a shelf behind the books.\n\n- 11 W with disks asleep, 29 W while it plays\n- one fan, which I never hear\n- boots in forty seconds after a power cut\n\nHappy to answer questions.',
      tags: ['build', 'quiet'],
      hoursAgo: 26,
      featured: true,
      replies: [
        'How do the disks sleep while it seeds?',
        'They do not; seeding is limited to the first one.',
        'Which cage is that?',
        'I have the same NUC, and it runs 4K remuxes without a hiccup.',
        'Behind the books is a fine place.',
      ],
    },
    {
      board: 23,
      title: 'Which subtitles do you keep?',
      content: 'I used to keep every language. Now it is English, the film’s own, and one for my parents. What do you do?',
      tags: ['subtitles'],
      hoursAgo: 30,
      replies: [
        'Only the film’s own. We learn.',
        'All of them; they weigh nothing.',
        'Mine are beside the film, named like it. They are found at once.',
      ],
    },
    {
      board: 17,
      title: 'The General is from 1926 and still the best chase there is',
      content:
        'Watched it with two children who had never seen a silent film. Nobody spoke for an hour. What else should we show them?',
      tags: ['silent', 'family'],
      hoursAgo: 52,
      replies: [
        'Sherlock Jr., tomorrow!',
        'A Trip to the Moon. It is short, and they will draw it for a week.',
        'Safety Last, if they are not afraid of heights.',
      ],
    },
    {
      board: 14,
      title: 'Let it download at night, and only then',
      content:
        'A thing that I overlooked: the box may have a slower hour by day and none by night. The family stopped complaining about video calls.',
      tags: ['tips'],
      hoursAgo: 76,
      replies: ['Where is that setting?', 'Device, settings, downloads.'],
    },
    {
      board: 15,
      title: 'It took “Blade Runner 2049 2017” for a film of the year 2049',
      content: 'Rename it to `Blade Runner 2049 (2017)` and it is found. In the newest version it finds it either way.',
      tags: ['names'],
      hoursAgo: 120,
      replies: ['Can confirm, works without renaming here.'],
    },
    {
      board: 4,
      title: 'A wish: tell me when a whole season is there',
      content: 'One note when the last part has come, instead of ten in between.',
      tags: ['ideas'],
      hoursAgo: 160,
      replies: ['Yes please.', 'And one when a part is missing.'],
    },
    {
      board: 5,
      title: 'Hello from a lighthouse',
      content: 'I keep one, and the nights are long. Glad to be here.',
      tags: [],
      hoursAgo: 8,
      replies: [],
    },
  ],
}
