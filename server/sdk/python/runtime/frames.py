"""Answers as pandas data frames. Needs pandas, which the extra ``pandas`` installs."""

from __future__ import annotations

from typing import Any, Iterable

from ._models import Model, encode

_INDIA = "Asia/Kolkata"


def _pandas() -> Any:
    try:
        import pandas
    except ImportError:
        raise ImportError('Data frames need pandas: pip install "trading-api-client[pandas]"') from None
    return pandas


def records_frame(records: Iterable[Model]) -> Any:
    """Orders, trades, positions or holdings as rows, with the Python names of their fields as columns."""
    rows = [{name: encode(value) for name, value in vars(record).items() if name != "raw"} for record in records]
    return _pandas().DataFrame(rows)


def candles_frame(candles: Model) -> Any:
    """Candles as rows, indexed by their time in India: open, high, low, close, volume and, where asked for, open interest."""
    pandas = _pandas()
    columns = {name: value for name, value in vars(candles).items() if name != "raw" and value}
    times = pandas.to_datetime(columns.pop("timestamp", []), unit="s", utc=True).tz_convert(_INDIA)
    return pandas.DataFrame(columns, index=pandas.Index(times, name="time"))


def option_chain_frame(answer: Any) -> Any:
    """An option chain as rows by strike; columns are pairs of ``ce`` or ``pe`` and a field."""
    pandas = _pandas()
    chain = encode(answer)["data"]["oc"]
    rows = {
        float(strike): {(side, name): value for side, option in sides.items() if option
                        for name, value in _flat(option).items()}
        for strike, sides in chain.items()
    }
    frame = pandas.DataFrame.from_dict(rows, orient="index").sort_index()
    frame.index.name = "strike"
    if len(frame.columns) > 0:
        frame.columns = pandas.MultiIndex.from_tuples(frame.columns)
    return frame


def _flat(option: Any) -> Any:
    """Greeks become fields of their own."""
    flat = {}
    for name, value in option.items():
        flat.update(value if isinstance(value, dict) else {name: value})
    return flat
