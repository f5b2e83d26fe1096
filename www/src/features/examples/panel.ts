// Open a machine: a list of places at the left, tiles with pictures at the right. Opening one makes a new document.

import { html, nothing } from 'lit';
import { words } from '../../strings.ts';
import { closeDialog } from '../../ui/dialog.ts';
import { icon } from '../../ui/icon.ts';
import { menu } from '../../ui/menu.ts';
import { searchField } from '../../ui/search-field.ts';
import { ago, sizeOf } from '../../ui/times.ts';
import { exampleNodes } from '../../document/example-list.ts';
import type { Action, Dispatch, Example, State } from '../../store/state.ts';
import type { MachinePicture } from './index.ts';
import { galleryStrings as say } from './strings.ts';
import './style.css';

/** More would not fit into a line of a tile. */
const MOST_TAGS = 3;

export function panel(state: State, dispatch: Dispatch) {
  const { examples, keptDrafts, gallery } = state;
  const leave = (event: Event, action: Action) => {
    closeDialog(event, dispatch);
    dispatch(action);
  };
  const found = examples.filter((example) => fits(example, gallery));
  const topics = [...new Set(found.map(({ topic }) => topic))];
  const mine = gallery.section === 'mine' && gallery.query === '';
  const inSight = topics.find((topic) => topic === gallery.topic) ?? topics[0];
  const own = gallery.query === '' ? [] : keptDrafts.filter(({ title }) => holds(title, gallery.query));
  const showTopic = (topic: string) => (event: Event) => {
    const body = (event.currentTarget as Element).closest('.gallery-body');
    dispatch({ type: 'gallery', section: 'examples', topic });
    requestAnimationFrame(() => {
      body?.querySelector(`[data-topic="${CSS.escape(topic)}"]`)?.scrollIntoView({ block: 'start' });
      // On a phone the dialog is scrolled, else the list in it.
      chosenAt = (body?.scrollTop ?? 0) + (body?.querySelector('.gallery-tiles')?.scrollTop ?? 0);
    });
  };
  const scrolled = ({ currentTarget }: Event) => {
    const list = currentTarget as Element;
    if (list.scrollTop === chosenAt) return;
    chosenAt = null;
    const topic = topicIn(list);
    if (topic && topic !== inSight) dispatch({ type: 'gallery', topic });
  };
  const search = (query: string) => {
    dispatch({ type: 'gallery', query, section: 'examples' });
    if (Object.keys(gallery.nodes).length === 0)
      void exampleNodes().then((nodes) => dispatch({ type: 'gallery', nodes }));
  };
  const place = (label: string, act: (event: Event) => void, n: number | null, on = false) =>
    html`<button type="button" class="place" aria-current=${on ? 'true' : 'false'} @click=${act}>
      <span>${label}</span>${n === null ? nothing : html`<span class="numbers">${n}</span>`}
    </button>`;
  return html`<div class="gallery-body" @scroll=${scrolled}>
    <div class="gallery-side">
      <div class="gallery-search">
        ${icon('find')}
        ${searchField(say.search, gallery.query, search)}
      </div>
      <nav aria-label=${say.examples}>
        <p class="menu-title">${say.examples}</p>
        ${topics.map((topic) => {
          const n = found.filter((example) => example.topic === topic).length;
          return place(topic, showTopic(topic), n, !mine && topic === inSight);
        })}
        <hr />
        ${place(say.mine, () => dispatch({ type: 'gallery', section: 'mine', query: '' }), keptDrafts.length, mine)}
        ${place(say.import, (e) => leave(e, { type: 'dialog', name: 'import', from: 'open' }), null)}
        ${place(say.file, (e) => leave(e, { type: 'openFile' }), null)}
        ${place(say.link, (e) => leave(e, { type: 'fromLink' }), null)}
        ${place(say.address, (e) => leave(e, { type: 'askForAddress', address: '' }), null)}
        ${place(say.new, (e) => leave(e, { type: 'newDocument' }), null)}
      </nav>
    </div>
    <div
      class="gallery-tiles"
      tabindex="0"
      role="group"
      aria-label=${mine ? say.mine : say.examples}
      @scroll=${scrolled}
    >
      ${mine ? machines(state, keptDrafts, leave) : tiles()}
    </div>
  </div>`;

  function tiles() {
    if (examples.length === 0) return html`<p class="hint">${say.none}</p>`;
    if (found.length + own.length === 0) return html`<p class="hint" role="status">${say.noMatch}</p>`;
    return html`${own.length > 0 ? machines(state, own, leave) : nothing}${topics.map(
      (topic) =>
        html`<section data-topic=${topic}>
          <h3>${topic}</h3>
          <ul class="gallery">
            ${found
              .filter((example) => example.topic === topic)
              .map((example) => tile(example, state, leave, dispatch))}
          </ul>
        </section>`,
    )}`;
  }
}

/** Where the list was scrolled to for a topic that was chosen: it stays marked there, also below the top. */
let chosenAt: number | null = null;

/** How far down the list, of its height, the tiles are that are read. */
const READ_AT = 1 / 5;

/** The topic that is read; at the end of the list the last one, which cannot come further up. */
function topicIn(list: Element) {
  const line = list.getBoundingClientRect().top + list.clientHeight * READ_AT;
  const sections = [...list.querySelectorAll<HTMLElement>('[data-topic]')];
  const isAtEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 1;
  const read = isAtEnd ? undefined : sections.find((section) => section.getBoundingClientRect().bottom > line);
  return (read ?? sections.at(-1))?.dataset.topic;
}

/** Whether each word that was typed stands in what an example says of itself, or in the name of a node. */
const fits = ({ slug, title, description, features, topic }: Example, { query, nodes }: State['gallery']) =>
  holds([title, description, topic, ...features, ...(nodes[slug] ?? [])].join(' '), query);

function holds(text: string, query: string) {
  const lower = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

type Leave = (event: Event, action: Action) => void;

function tile(
  { slug, title, description, features, ticks }: Example,
  { document }: State,
  leave: Leave,
  dispatch: Dispatch,
) {
  const here = document.slug === slug && !document.draft;
  const copy = say.copyLink(title);
  return html`<li>
    <button
      type="button"
      class="tile"
      aria-current=${here ? 'true' : 'false'}
      @click=${(e: Event) => leave(e, { type: 'openExample', slug })}
    >
      ${picture(slug)}
      <span class="about">
        <b>${title}</b>
        <span class="line">${description}</span>
        <span class="facts">
          <span class="tags">
            ${features.slice(0, MOST_TAGS).map((feature) => html`<span class="tag">${feature}</span>`)}
          </span>
          <span class="steps">${say.steps(ticks)}</span>
        </span>
      </span>
    </button>
    <button
      type="button"
      class="button outlined small square copy-link"
      title=${copy}
      aria-label=${copy}
      @click=${() => dispatch({ type: 'copyExample', slug })}
    >
      ${icon('link')}
    </button>
  </li>`;
}

/**
 * The picture of a machine in the theme of the page. Only what comes into sight is loaded, and of the other theme
 * nothing.
 */
const picture = (slug: string) =>
  import.meta.env.DEV
    ? nothing
    : html`<span class="picture"
        >${['', '-dark'].map(
          (theme) =>
            html`<img
              class=${theme ? 'in-dark' : 'in-light'}
              src=${`examples/${slug}${theme}.svg`}
              alt=""
              width="230"
              height="128"
              loading="lazy"
              decoding="async"
            />`,
        )}</span
      >`;

/** A machine of this browser: its drawing, what stands for one, or room for it while it is drawn. */
function drawing(picture: MachinePicture | undefined) {
  if (!picture || picture.svg)
    return html`<span class="picture ${picture ? '' : 'blank'}" aria-hidden="true">${picture?.svg ?? nothing}</span>`;
  const { nodes } = picture;
  const why = nodes === null ? say.noPicture : nodes === 0 ? say.noNodes : say.nodes(nodes);
  return html`<span class="picture blank" aria-hidden="true">${icon('diagram')}<span class="hint">${why}</span></span>`;
}

function machines({ keptDrafts, document, examples, gallery }: State, list: State['keptDrafts'], leave: Leave) {
  if (keptDrafts.length === 0) return html`<p class="hint">${say.noneMine}</p>`;
  const titles = new Map(examples.map(({ slug, title }) => [slug, title]));
  return html`<section>
    <h3>${say.mine}</h3>
    <p class="hint">${say.mineLead}</p>
    <ul class="gallery">
      ${list.map(({ id, title, changed, size, origin }) => {
        const name = title || words.header.untitled;
        const here = document.draft === id;
        const facts = [ago(changed), sizeOf(size), origin && say.from(titles.get(origin) ?? origin)];
        return html`<li>
          <button
            type="button"
            class="tile"
            aria-current=${here ? 'true' : 'false'}
            @click=${(e: Event) => leave(e, { type: 'openDraft', id })}
          >
            ${drawing(gallery.pictures[id])}
            <span class="about">
              <b>${name}</b>
              <span class="facts">${facts.filter(Boolean).join(' · ')}</span>
            </span>
          </button>
          <div class="tile-acts">
            ${menu({
              label: say.acts(name),
              image: 'more',
              name: `machine-${id}`,
              look: 'button small square muted',
              items: [
                ...(
                  [
                    ['rename', 'beginTitle'],
                    ['duplicate', 'duplicate'],
                    ['download', 'saveDocument'],
                  ] as const
                ).map(([word, then]) => ({
                  label: say[word],
                  act: (e: Event) => leave(e, here ? { type: then } : { type: 'openDraft', id, then }),
                })),
                'line',
                {
                  label: say.delete,
                  act: (e: Event) => leave(e, here ? { type: 'deleteDocument' } : { type: 'removeDraft', id }),
                },
              ],
            })}
          </div>
        </li>`;
      })}
    </ul>
  </section>`;
}
