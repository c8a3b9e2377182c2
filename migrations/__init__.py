"""The schema's history, run by bot.store.migrate. A new step is a file in versions/, numbered one higher."""
