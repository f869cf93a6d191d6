/** What the front end adds to JupyterLab and Jupyter Notebook 7 beside the renderer: commands, colours, a panel, the views' bridge. */

import { ILayoutRestorer, JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application';
import { ICommandPalette } from '@jupyterlab/apputils';
import { EditorExtensionRegistry, IEditorExtensionRegistry } from '@jupyterlab/codemirror';
import { INotebookTracker } from '@jupyterlab/notebook';
import { setLive } from './live';
import { magicColours } from './plugin/colours';
import { CATEGORY, addCommands } from './plugin/commands';
import { Inspector } from './plugin/inspector';
import { NotebookLive } from './plugin/live';
import { showRunning } from './plugin/running';

const colours: JupyterFrontEndPlugin<void> = {
  id: 'ag-notebook:colours',
  description: 'Colours the line of the magic in %%autograph cells.',
  autoStart: true,
  requires: [IEditorExtensionRegistry],
  activate: (_: JupyterFrontEnd, editors: IEditorExtensionRegistry) => {
    editors.addExtension({
      name: 'ag-notebook:magic-line',
      factory: ({ inline }) => (inline ? EditorExtensionRegistry.createImmutableExtension(magicColours) : null) // cells only
    });
  }
};

const plugin: JupyterFrontEndPlugin<void> = {
  id: 'ag-notebook:plugin',
  description: 'Commands for %%autograph cells, the bridge from views to kernels, and a panel that follows the cursor.',
  autoStart: true,
  optional: [INotebookTracker, ICommandPalette, ILayoutRestorer], // a page without notebooks has no tracker
  activate: (
    app: JupyterFrontEnd,
    tracker: INotebookTracker | null,
    palette: ICommandPalette | null,
    restorer: ILayoutRestorer | null
  ) => {
    if (tracker === null) {
      return;
    }
    addCommands(app, tracker, palette);
    setLive(new NotebookLive(tracker));
    showRunning(tracker);
    const inspector = new Inspector(tracker);
    app.shell.add(inspector, 'right', { rank: 900 });
    restorer?.add(inspector, inspector.id);
    app.commands.addCommand('ag-notebook:inspect', {
      label: 'Show Autograph Panel',
      execute: () => app.shell.activateById(inspector.id)
    });
    palette?.addItem({ command: 'ag-notebook:inspect', category: CATEGORY });
  }
};

export default [colours, plugin];
