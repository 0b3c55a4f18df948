/**
 * Brings the heatmap page to life: overview, details, keys, search and sort.
 *
 * Data comes from server/src/cli/format/html-data.ts. All text is set as text,
 * never as HTML: names and code come from files that may be hostile.
 */
(() => {
  'use strict';
  const data = JSON.parse(document.getElementById('data').textContent);
  const details = document.getElementById('details');
  const text = (index) => (index < 0 ? '' : data.texts[index]);

  /** Line elements by file and line number. */
  const elementOf = (file, line) => document.getElementById(`f${file}-${line}`);
  const rows = new Map(
    data.files.flatMap((file, index) =>
      file.lines.map((row) => [`f${index}-${row.line}`, { row, file, index }]),
    ),
  );
  /** Ids of all lines on the page, the hottest first. */
  const byHeat = [...rows].sort(([, a], [, b]) => a.row.rank - b.row.rank).map(([id]) => id);
  let chosen;

  function make(tag, properties, ...children) {
    const element = document.createElement(tag);
    Object.assign(element, properties);
    element.append(...children);
    return element;
  }

  function percent(share) {
    const value = share * 100;
    return value === 0 ? '0 %' : value < 0.01 ? '< 0.01 %' : `${value.toFixed(value < 1 ? 2 : 1)} %`;
  }

  // Details -------------------------------------------------------------------------------------------------

  function showDetails(id) {
    const known = rows.get(id);
    if (known === undefined) return;
    const { row, file, index } = known;
    const [method, energy, interval, calls, inclusive, ranks, unmodeled, basis, blocks] = row.facts.map(text);
    const code = elementOf(index, row.line).querySelector('code').textContent.trim();
    const heat = `heat h${row.step}${row.unmodeled ? ' hatched' : ''}`;
    const close = make('button', { type: 'button', className: 'close', textContent: 'Close' });
    close.addEventListener('click', () => choose(undefined));
    details.replaceChildren(
      close,
      make('h2', { textContent: `${file.path}:${row.line}` }),
      make('pre', { className: heat, textContent: code }),
      make(
        'p',
        { className: 'big' },
        percent(row.shares[0]),
        make('small', { textContent: ` ${data.sharesOf} · rank ${row.rank}` }),
      ),
      makeShares(row),
      ...(unmodeled === '' ? [] : [make('p', { className: 'warning', textContent: `≥ ${unmodeled}.` })]),
      makeFacts([
        ['Energy', energy],
        ['5 to 95 %', interval],
        ['Calls', calls],
        ['With callees', inclusive],
        ['Rank', ranks],
        ['Method', method],
        ['Frequency', basis],
        ['Blocks', blocks],
      ]),
      makeOperations(row),
    );
    details.classList.add('filled');
  }

  function makeShares(row) {
    const names = ['of its file', 'of its method'];
    const cells = names.flatMap((name, index) => {
      const value = row.shares[index + 1];
      const meter = make('meter', {
        min: 0,
        max: 1,
        value,
        className: `h${row.step}`,
        textContent: percent(value),
      });
      return [make('span', { textContent: name }), meter, make('span', { textContent: percent(value) })];
    });
    return make('div', { className: 'shares' }, ...cells);
  }

  function makeFacts(facts) {
    const items = facts
      .filter(([, value]) => value !== '')
      .flatMap(([name, value]) => [make('dt', { textContent: name }), make('dd', { textContent: value })]);
    return make('dl', {}, ...items);
  }

  /** Long names may break after a dot or an underscore, and nowhere else. */
  function breakable(name) {
    return name.split(/(?<=[._])/).flatMap((part) => [part, make('wbr', {})]);
  }

  function makeOperations(row) {
    const operation = data.operationsOf === '' ? 'Operation' : `Operation, ${data.operationsOf}`;
    const heading = [operation, 'Count', 'Energy', 'Share'].map((name, index) =>
      make('th', { textContent: name, scope: 'col', className: index === 0 ? '' : 'number' }),
    );
    const body = row.operations.map(([name, group, count, energy, share]) =>
      make(
        'tr',
        {},
        make('td', {}, ...breakable(text(name)), make('small', { textContent: text(group) })),
        make('td', { className: 'number', textContent: text(count) }),
        make('td', { className: 'number', textContent: energy < 0 ? 'not modeled' : text(energy) }),
        make('td', { className: 'number', textContent: text(share) }),
      ),
    );
    return make('table', {}, make('thead', {}, make('tr', {}, ...heading)), make('tbody', {}, ...body));
  }

  // Choosing a line -----------------------------------------------------------------------------------------

  function choose(id, { focus = false } = {}) {
    if (chosen !== undefined) document.getElementById(chosen)?.classList.remove('chosen');
    chosen = id;
    if (id === undefined) {
      details.classList.remove('filled');
      return;
    }
    const element = document.getElementById(id);
    if (element === null) return;
    element.classList.add('chosen');
    showDetails(id);
    element.closest('details').open = true;
    if (!focus) return;
    element.tabIndex = -1;
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: 'center' });
  }

  const heated = 'ol > li[id]';
  document.addEventListener('click', (event) => {
    const line = event.target.closest(heated);
    if (line !== null) {
      if (getSelection().isCollapsed) choose(line.id);
      return;
    }
    const link = event.target.closest('#hot a');
    if (link === null) return;
    event.preventDefault();
    choose(decodeURIComponent(link.hash.slice(1)), { focus: true });
  });
  document.addEventListener('mouseover', (event) => {
    const line = event.target.closest(heated);
    if (line !== null) showDetails(line.id);
    else if (chosen !== undefined && event.target.closest('ol') === null && !details.contains(event.target))
      showDetails(chosen);
  });

  for (const list of document.querySelectorAll('ol[data-file]')) {
    list.tabIndex = 0;
    list.addEventListener('focus', () => {
      if (!list.matches(':focus-visible')) return;
      const first = list.querySelector('li.chosen') ?? list.querySelector('li[id]');
      if (first !== null) choose(first.id);
    });
  }

  // Keys ----------------------------------------------------------------------------------------------------

  function neighbor(step) {
    const current = chosen === undefined ? null : document.getElementById(chosen);
    const all = current === null ? [] : [...current.closest('ol').querySelectorAll('li[id]')];
    return all[all.indexOf(current) + step]?.id;
  }

  function nextHot(step) {
    const at = chosen === undefined ? -1 : byHeat.indexOf(chosen);
    return byHeat[Math.min(byHeat.length - 1, Math.max(0, at + step))];
  }

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      choose(undefined);
      return;
    }
    if (event.target.closest('input, button') !== null) return;
    const isInCode = event.target.closest('ol') !== null;
    const target =
      event.key === 'n'
        ? nextHot(1)
        : event.key === 'p'
          ? nextHot(-1)
          : isInCode && event.key === 'ArrowDown'
            ? neighbor(1)
            : isInCode && event.key === 'ArrowUp'
              ? neighbor(-1)
              : undefined;
    if (event.key === '/') {
      event.preventDefault();
      search.focus();
    } else if (target !== undefined) {
      event.preventDefault();
      choose(target, { focus: true });
    }
  });

  // Overview: a strip per file, a row per line --------------------------------------------------------------

  const STRIP_WIDTH = 108;
  const STRIP_HEIGHT = 220;
  const COLUMNS = 100;

  function drawStrip(canvas, list, file) {
    const lines = [...list.children];
    const scale = devicePixelRatio || 1;
    const rowHeight = Math.min(2, STRIP_HEIGHT / lines.length);
    const height = Math.max(8, Math.ceil(rowHeight * lines.length));
    canvas.width = STRIP_WIDTH * scale;
    canvas.height = height * scale;
    canvas.style.height = `${height}px`;
    const context = canvas.getContext('2d');
    context.scale(scale, scale);
    const faint = getComputedStyle(document.body).getPropertyValue('--muted');
    const steps = new Map(file.lines.map((row) => [row.line, row.step]));
    lines.forEach((line, at) => {
      const code = line.querySelector('code')?.textContent ?? '';
      const indent = code.length - code.trimStart().length;
      const step = steps.get(line.value);
      context.globalAlpha = step === undefined ? 0.25 : 1;
      context.fillStyle = step === undefined ? faint : data.colors[step];
      const width = Math.min(COLUMNS, code.trimEnd().length) - Math.min(COLUMNS, indent);
      const unit = (STRIP_WIDTH - 8) / COLUMNS;
      // Rows thinner than a pixel would blend into gray: hot ones are drawn at full height, after the others.
      const thickness = Math.max(step === undefined ? rowHeight * 0.7 : 1, rowHeight * 0.85);
      context.fillRect(
        4 + Math.min(COLUMNS, indent) * unit,
        at * rowHeight,
        Math.max(width > 0 ? 1 : 0, width * unit),
        thickness,
      );
    });
  }

  function drawOverview() {
    const strips = document.getElementById('strips');
    strips.replaceChildren(
      ...data.files.map((file, index) => {
        const list = document.querySelector(`ol[data-file="${index}"]`);
        const canvas = make('canvas', {});
        drawStrip(canvas, list, file);
        const name = file.path.split(/[\\/]/).pop();
        const button = make(
          'button',
          { type: 'button', title: file.path },
          canvas,
          make('span', { textContent: name }),
        );
        button.setAttribute('aria-label', `Go to ${file.path}`);
        button.addEventListener('click', (event) => {
          const box = canvas.getBoundingClientRect();
          const at = Math.floor(((event.clientY - box.top) / box.height) * list.children.length);
          const isPointed = event.detail > 0 && at >= 0 && at < list.children.length;
          const target = isPointed ? list.children[at] : document.getElementById(`f${index}`);
          list.closest('details').open = true;
          target.scrollIntoView({ block: isPointed ? 'center' : 'start' });
          if (rows.has(target.id)) choose(target.id);
        });
        return button;
      }),
    );
    document.querySelector('.overview').hidden = data.files.length === 0;
  }
  drawOverview();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawOverview);

  // Hottest lines: search and sort --------------------------------------------------------------------------

  const search = document.getElementById('search') ?? make('input', {});
  const table = document.getElementById('hot');
  if (table !== null) {
    const body = table.tBodies[0];
    const found = document.getElementById('found');
    search.closest('label').hidden = false;
    search.addEventListener('input', () => {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      let count = 0;
      for (const row of body.rows) {
        const content = `${row.textContent} ${row.dataset.search}`.toLowerCase();
        row.hidden = !words.every((word) => content.includes(word));
        if (!row.hidden) count += 1;
      }
      found.textContent = words.length === 0 ? '' : `${count} found`;
    });
    [...table.tHead.rows[0].cells].forEach((heading, column) => {
      const button = make('button', { type: 'button', textContent: heading.textContent });
      heading.replaceChildren(button);
      button.addEventListener('click', () => sortBy(heading, column));
    });

    function sortBy(heading, column) {
      // Ranks and names start from the first, amounts from the largest.
      const isAmount = heading.dataset.sort === 'number' && column > 0;
      const before = heading.getAttribute('aria-sort');
      const ascending = before === null ? !isAmount : before === 'descending';
      for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort');
      heading.setAttribute('aria-sort', ascending ? 'ascending' : 'descending');
      const value = (row) => {
        const cell = row.cells[column];
        return heading.dataset.sort === 'number' ? Number(cell.dataset.value) : cell.textContent;
      };
      const compare = (a, b) =>
        typeof a === 'number' ? a - b : a.localeCompare(b, undefined, { numeric: true });
      const sorted = [...body.rows].sort((a, b) => (ascending ? 1 : -1) * compare(value(a), value(b)));
      body.append(...sorted);
    }
  }
})();
