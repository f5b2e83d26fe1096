// Links in the prose that lead to a step of a machine, as `<a href="#refund:3">`: the machine moves there, and the page
// stays where it is.

interface StepMachine {
  id: string;
  showStep(step: number): void;
}

/** @param isMachine whether an element is one of this copy */
export function followStepLinks(isMachine: (element: unknown) => element is StepMachine) {
  const follow = (hash: string) => {
    const [, id = '', step] = partsOf(hash);
    const machine = document.getElementById(id);
    if (!isMachine(machine)) return false;
    machine.showStep(Number(step));
    return true;
  };
  // Routers of sites leave alone what is prevented before they hear of it.
  const options = { capture: true };
  document.addEventListener('click', (event) => isStepLink(event) && event.preventDefault(), options);
  addEventListener('hashchange', () => follow(location.hash));

  function isStepLink(event: MouseEvent) {
    const { button, altKey, ctrlKey, metaKey, shiftKey } = event;
    const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
    if (!link || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return false;
    const isHere = link.href.split('#')[0] === location.href.split('#')[0] && /^(_self)?$/.test(link.target);
    return isHere && follow(link.hash);
  }
}

/** The step that the page's own address leads to. */
export function addressedStep({ id }: { id: string }): number | null {
  const [, own, step] = partsOf(location.hash);
  return own !== undefined && own === id ? Number(step) : null;
}

/** A page may have an anchor of that name. */
function partsOf(hash: string): string[] {
  const [whole = '', ...parts] = /^#(.+):(\d+)$/.exec(decoded(hash)) ?? [];
  return whole === '' || document.getElementById(whole.slice(1)) ? [] : [whole, ...parts];
}

function decoded(hash: string) {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}
