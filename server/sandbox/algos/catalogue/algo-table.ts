// The algos of the sandbox's catalogue: one line per algo, under its manager. Their page texts combine the playbook
// with these numbers. The algos are chosen so that every discover item, every pair of filters and every stepper answer
// has members; build-catalogue.test.ts checks that. algo-rows.ts parses the table.
//
// "marginRupees" is the margin of the largest position and "minAmountRupees" the smallest deployment. "leverage" is the
// largest value of the underlying divided by the capital. The stops are percent of the capital. "rules" replace the
// playbook's defaults.
import type { StrategyState } from "../../../../app/domain/vocabulary.ts";

export const ALGO_TABLE = `
name                     | playbook            | trades     | product  | marginRupees | minAmountRupees | deployed | tracked | liveSince  | version | feeRupees | box   | leverage | stopPerTrade | stopPerDay | basis      | rules
# kestrel-ridge
Kestrel Morning Range    | openingRangeBuying  | nifty      | Intraday |        24000 |          180000 |     1842 |    5120 | 2025-01-02 | 2.1     |       499 | white |      9.6 |            4 |          6 | backtest   | from=09:45 to=13:00 rangeMinutes=30 narrowPercent=0.25 stepsIn=4 stopPercent=18 riskPercent=1.5
Kestrel Bank Range       | openingRangeBuying  | bankNifty  | Intraday |        55000 |          200000 |     1127 |    3404 | 2025-07-14 | 1.3     |       599 | white |      9.3 |            5 |          7 | backtest   | from=09:45 to=13:00 rangeMinutes=30 narrowPercent=0.4 stepsIn=10 stopPercent=12 targetMultiple=2.5 riskPercent=2.4 exposureTimes=12
Ridgeline Condor         | ironCondor          | nifty      | Swing    |        54000 |          200000 |     2311 |    6018 | 2025-01-02 | 3.0     |       399 | white |      8.7 |            8 |          8 | backtest   | widthPoints=300 delta=0.2 from=10:00 to=11:30 riskPercent=8
Ridgeline Day Condor     | ironCondor          | sensex     | Intraday |       106000 |          250000 |      968 |    2210 | 2026-01-27 | 1.2     |       199 | white |     13.8 |            8 |          8 | backtest   | widthPoints=1000 delta=0.35 minDaysLeft=0 maxDaysLeft=0 from=09:30 to=10:45 riskPercent=13 legStopPercent=200 takePercent=60
Thermal Trend Spread     | debitSpread         | nifty      | Swing    |        28000 |          150000 |      731 |    1944 | 2025-11-24 | 1.1     |        99 | white |     11.5 |            7 |          - | backtest   | from=10:00 to=11:30 riskPercent=4 widthPoints=300 minDaysLeft=8 maxSessions=8
Falcon Expiry Fly        | expiryFly           | nifty      | Intraday |        95000 |          220000 |     1356 |    4015 | 2025-03-03 | 2.4     |       199 | white |     15.7 |            8 |          8 | backtest   | widthPoints=250 from=09:30 to=11:00 exitFrom=15:05 exitTo=15:15 riskPercent=15 movePercent=1 takePercent=80
Falcon Sensex Fly        | expiryFly           | sensex     | Intraday |        96000 |          220000 |      842 |    2377 | 2025-05-05 | 1.2     |       199 | white |     15.7 |            8 |          8 | backtest   | widthPoints=800 from=09:30 to=11:00 exitFrom=15:05 exitTo=15:15 riskPercent=15 movePercent=1 takePercent=80
Updraft Scalp            | momentumScalp       | nifty      | Scalping |        35000 |           90000 |      604 |    2650 | 2026-07-13 | 1.0     |        99 | white |     19.2 |            6 |          8 | backtest   | from=09:45 to=14:00 stepsIn=8 stopPercent=30 riskPercent=4 paceMultiple=6 exposureTimes=24 patienceMinutes=240
Long Perch Calendar      | calendarSpread      | nifty      | Swing    |        37000 |           95000 |      388 |    1022 | 2026-04-20 | 1.1     |       299 | white |     18.2 |            6 |          - | one_to_one | from=10:00 to=11:30 maxDaysLeft=4 movePercent=1.5 riskPercent=4
Kestrel Gap Fader        | openingRangeBuying  | nifty      | Intraday |        15000 |          120000 |        0 |     412 | 2025-01-02 | 1.2     |       399 | white |     14.4 |           10 |         15 | backtest   | from=09:20 to=10:30 rangeMinutes=5 narrowPercent=1 stepsIn=0 stopPercent=30 riskPercent=4 maxTrades=2 exposureTimes=10
# saffron-quant
Saffron Dip Buyer        | equityReversion     | wide       | Swing    |       149000 |          150000 |     1650 |    4880 | 2024-09-02 | 2.0     |        99 | white |        1 |            7 |          - | backtest   | from=09:30 to=10:15 movePercent=5 stopPercent=12 targetPercent=8 maxSessions=25 maxPositions=2 trendDays=200
Saffron Breakout Ten     | equityBreakout      | leaders    | Swing    |        99000 |          100000 |     1204 |    3790 | 2024-07-29 | 2.2     |        99 | white |        1 |            - |          - | backtest   | from=09:30 to=10:15 lookbackDays=60 stopPercent=15 rangeMultiple=12 maxPositions=3
Monsoon Momentum         | equityBasket        | wide       | Delivery |        99000 |          100000 |     2084 |    6633 | 2024-06-24 | 1.4     |       199 | white |        1 |            - |          - | backtest   | holdings=6 from=09:45 to=10:30
Steady Four              | equityBasket        | defensives | Delivery |        48000 |           48000 |     1893 |    5544 | 2024-07-08 | 1.1     |        99 | white |        1 |            - |          - | backtest   | holdings=4 graceRanks=1 reviewMonths=3 ranking=calm from=09:45 to=10:30
Strong Pair              | equityBasket        | wide       | Delivery |        60000 |           60000 |      722 |    2950 | 2024-10-14 | 1.2     |        49 | white |        1 |            - |          - | backtest   | holdings=2 graceRanks=3 lookbackDays=63 skipDays=5 from=09:45 to=10:30
Consumer Pullback        | equityReversion     | consumers  | Swing    |        89000 |           90000 |      560 |    1480 | 2025-01-06 | 1.0     |        49 | white |        1 |            9 |          - | backtest   | from=09:30 to=10:15 movePercent=5 stopPercent=15 targetPercent=12 maxSessions=40 maxPositions=2 exposureTimes=1
Saffron Day Average      | equityReversion     | leaders    | Intraday |        38000 |          150000 |      871 |    2266 | 2024-12-09 | 1.3     |        49 | white |        1 |            3 |          3 | backtest   | from=09:30 to=10:00 movePercent=6 stopPercent=2.5 targetPercent=3 maxPositions=1 maxTrades=1
Tech Swing               | equityBreakout      | technology | Swing    |        60000 |           60000 |      402 |    1310 | 2025-08-25 | 1.0     |        99 | white |        1 |            - |          - | backtest   | from=09:30 to=10:15 lookbackDays=60 stopPercent=15 rangeMultiple=12 maxPositions=2
Quarterly Balance        | equityBasket        | banks      | Delivery |        88000 |           90000 |     1018 |    3120 | 2024-07-15 | 1.3     |       249 | white |        1 |            - |          - | backtest   | holdings=4 graceRanks=0 reviewMonths=3 ranking=both from=09:45 to=10:30
# tidewater-algos
Tidewater Tick Pull      | equityScalp         | leaders    | Scalping |        87000 |          100000 |      640 |    2104 | 2025-04-01 | 1.0     |        49 | black |      3.5 |           12 |         12 | none       | from=09:45 to=13:30 movePercent=0.7 volumeMultiple=1.3 leanMultiple=1.1 exposureTimes=3.5 patienceMinutes=330 stopPercent=3 trendDays=200
Ebb Reversion            | equityReversion     | banks      | Scalping |        25000 |          100000 |      512 |    1377 | 2025-06-30 | 1.0     |         0 | white |        1 |            2 |          2 | backtest   | from=09:30 to=11:00 movePercent=5 stopPercent=1.5 targetPercent=1.5 patienceMinutes=180 maxPositions=1 maxTrades=1 exitTo=15:05
Pocket Tide              | equityReversion     | consumers  | Scalping |         7000 |           40000 |     1466 |    3010 | 2026-03-09 | 1.0     |         0 | white |      0.7 |            2 |          2 | backtest   | from=09:30 to=11:00 movePercent=5 stopPercent=1.5 targetPercent=1.5 patienceMinutes=240 maxPositions=1 maxTrades=1 exposureTimes=0.7 exitTo=15:00
Spring Tide Scalp        | momentumScalp       | bankNifty  | Scalping |        36000 |          180000 |        0 |    2489 | 2024-06-03 | 1.4     |       399 | black |     10.3 |            6 |          9 | backtest   | from=09:30 to=14:45 rangeMinutes=30 paceMultiple=2 stepsIn=1 stopPercent=8 riskPercent=1.2 maxTrades=4 patienceMinutes=15 pauseMinutes=15 exposureTimes=9
Neap Condor              | ironCondor          | nifty      | Scalping |        53000 |          160000 |      233 |     702 | 2026-06-22 | 1.0     |       199 | white |     10.8 |          7.5 |        7.5 | backtest   | widthPoints=300 delta=0.25 minDaysLeft=0 maxDaysLeft=0 from=09:30 to=11:00 exitFrom=15:00 exitTo=15:10 riskPercent=15 legStopPercent=300 takePercent=90
Harbour Open             | equityOpeningRange  | leaders    | Intraday |        30000 |          120000 |     1090 |    3221 | 2024-09-30 | 2.0     |        49 | white |        1 |          2.5 |          3 | backtest   | from=09:45 to=12:30 exposureTimes=1
Bank Harbour             | equityOpeningRange  | banks      | Intraday |        30000 |           80000 |      488 |    1602 | 2025-01-27 | 1.0     |         0 | white |      1.5 |            4 |          4 | backtest   | from=09:30 to=12:00 rangeMinutes=15 exposureTimes=1.5 maxPositions=1 movePercent=2
Quick Eddy               | stockOptionMomentum | banks      | Scalping |        17000 |          150000 |        0 |    1250 | 2025-09-22 | 1.0     |       299 | black |      4.1 |            6 |          9 | backtest   | from=09:45 to=13:00 rangeMinutes=15 volumeMultiple=1 stepsIn=0 stopPercent=15 targetMultiple=1.5 riskPercent=1.2 maxPositions=1 maxTrades=1 minDaysLeft=4 exposureTimes=3
Slack Water Strangle     | strangleSelling     | nifty      | Scalping |       184000 |          220000 |      297 |     890 | 2025-12-15 | 1.0     |       399 | white |      7.9 |            4 |          4 | backtest   | delta=0.25 legStopPercent=200 minDaysLeft=0 maxDaysLeft=1 from=09:30 to=12:00 exitFrom=15:00 exitTo=15:15 exposureTimes=8 takePercent=80
Tidewater Ripple         | equityScalp         | banks      | Scalping |        30000 |           40000 |        0 |     260 | 2024-11-04 | 1.0     |       299 | black |        3 |            2 |          4 | backtest   | from=09:45 to=14:30 rangeMinutes=15 movePercent=0.4 volumeMultiple=1 leanMultiple=1 stopPercent=0.4 patienceMinutes=20 maxTrades=3 exposureTimes=3
# palash-analytics
Palash Weekly Condor     | ironCondor          | nifty      | Swing    |       118000 |          240000 |     1512 |    4340 | 2024-09-02 | 2.3     |       449 | white |     14.3 |           12 |         12 | backtest   | widthPoints=400 delta=0.22 from=13:00 to=14:30 riskPercent=17
Palash Sensex Condor     | ironCondor          | sensex     | Swing    |       115000 |          240000 |      690 |    1877 | 2025-09-29 | 1.1     |       299 | white |     14.4 |           12 |         12 | backtest   | widthPoints=1200 delta=0.22 from=10:00 to=11:30 riskPercent=17
Trend Lean Spread        | creditSpread        | nifty      | Swing    |        53000 |          140000 |     1230 |    3366 | 2024-10-28 | 1.5     |       149 | white |     12.4 |           10 |          - | backtest   | trendDays=50 widthPoints=300 delta=0.3 from=10:00 to=11:30 riskPercent=11 takePercent=60
Bank Lean Spread         | creditSpread        | bankNifty  | Swing    |        63000 |          160000 |      774 |    2180 | 2024-11-11 | 1.4     |        99 | white |     11.6 |           20 |          - | backtest   | trendDays=50 widthPoints=1000 delta=0.3 minDaysLeft=6 maxDaysLeft=35 from=10:00 to=11:30 riskPercent=16 takePercent=80
Same Day Spread          | creditSpread        | sensex     | Intraday |        49000 |           90000 |      620 |    1509 | 2026-03-30 | 1.0     |        99 | white |     19.1 |           14 |         14 | backtest   | trendDays=20 widthPoints=800 delta=0.3 minDaysLeft=0 maxDaysLeft=0 from=09:45 to=10:30 riskPercent=21 takePercent=90
Slow Lean Spread         | creditSpread        | nifty      | Delivery |        64000 |          120000 |      415 |    1188 | 2025-04-15 | 1.0     |       349 | white |     14.4 |           12 |          - | backtest   | trendDays=100 widthPoints=500 delta=0.25 minDaysLeft=12 maxDaysLeft=30 from=10:00 to=11:00 riskPercent=25
Two Month Calendar       | calendarSpread      | nifty      | Delivery |        86000 |          220000 |      266 |     840 | 2025-01-02 | 1.0     |       299 | white |     15.7 |            8 |          - | verified   | maxDaysLeft=21 minDaysLeft=8 movePercent=3 riskPercent=4 from=10:00 to=11:00
Bank Wing Condor         | ironCondor          | bankNifty  | Swing    |        70000 |          195000 |      541 |    1633 | 2025-02-10 | 1.0     |       399 | white |      9.5 |           20 |         20 | backtest   | widthPoints=1200 delta=0.25 minDaysLeft=8 maxDaysLeft=35 from=10:00 to=11:30 riskPercent=14
Gentle Fly               | expiryFly           | nifty      | Scalping |        93000 |          230000 |      318 |     955 | 2026-08-03 | 1.0     |        99 | white |       15 |            5 |          5 | backtest   | widthPoints=200 movePercent=0.7 from=11:30 to=12:30 exitFrom=15:00 exitTo=15:10 riskPercent=12
# banyan-systematic
Banyan Index Shelter     | protectedIndex      | nifty      | Delivery |      1827000 |         1900000 |      512 |    2266 | 2024-06-03 | 2.0     |       499 | white |      0.9 |            - |          - | verified   | putPercent=5 callPercent=4 from=11:00 to=14:00
Banyan Sensex Shelter    | protectedIndex      | sensex     | Delivery |      1811000 |         1900000 |      204 |     877 | 2024-08-05 | 1.0     |       499 | white |      0.9 |            - |          - | verified   | putPercent=8 callPercent=5 from=11:00 to=14:00
Deep Roots Fifteen       | equityBasket        | wide       | Delivery |       145000 |          150000 |     1377 |    4210 | 2024-06-03 | 2.1     |        99 | white |        1 |            - |          - | backtest   | holdings=15 reviewMonths=3 ranking=calm from=10:00 to=11:00
Evergreen Canopy         | equityBasket        | consumers  | Delivery |        45000 |           48000 |      936 |    3009 | 2024-06-03 | 1.0     |         0 | white |        1 |            - |          - | backtest   | holdings=4 graceRanks=1 reviewMonths=3 ranking=both from=10:00 to=11:00
Monthly Seedling         | equityBasket        | leaders    | Delivery |         9000 |           10000 |     2560 |    7105 | 2024-06-10 | 1.6     |         0 | white |      0.9 |            - |          - | backtest   | holdings=5 graceRanks=3 lookbackDays=230 from=10:00 to=11:00
ITC Income Call          | coveredCall         | itc        | Delivery |       582000 |          700000 |      148 |     622 | 2024-08-05 | 1.0     |       299 | white |      0.9 |            - |          - | backtest   | callPercent=8 from=11:00 to=14:00
Trend Half and Half      | equityBreakout      | indexFund  | Swing    |        25000 |           25000 |      844 |    2410 | 2024-06-18 | 1.0     |         0 | white |        1 |            - |          - | backtest   | lookbackDays=100 stopPercent=8 rangeMultiple=10 maxPositions=1 maxTrades=1 from=09:30 to=10:30
Reliance Income Call     | coveredCall         | reliance   | Delivery |       588000 |          730000 |      121 |     540 | 2024-08-19 | 1.0     |       299 | white |      0.8 |            - |          - | backtest   | callPercent=8 from=11:00 to=14:00
# lotus-loom
Loom Breakout Calls      | stockOptionMomentum | leaders    | Swing    |        44000 |          300000 |      903 |    2744 | 2024-11-25 | 1.7     |       249 | white |        2 |            7 |          - | backtest   | from=09:45 to=11:00 riskPercent=5 volumeMultiple=1.1 stepsIn=4 maxPositions=1 maxSessions=20 targetMultiple=4 minDaysLeft=20
Loom Day Calls           | stockOptionMomentum | leaders    | Intraday |        62000 |          160000 |      655 |    2033 | 2024-12-23 | 1.0     |        49 | white |      3.6 |            5 |          5 | backtest   | from=09:45 to=12:00 rangeMinutes=30 stopPercent=30 riskPercent=5 maxPositions=1 volumeMultiple=1.6 stepsIn=6 trendDays=200 exposureTimes=5
Lotus Calm Spread        | stockOptionSpread   | wide       | Swing    |        72000 |          140000 |      580 |    1644 | 2025-02-24 | 1.2     |       149 | white |        4 |           20 |          - | backtest   | from=10:00 to=11:00 riskPercent=30 movePercent=5 delta=0.15 minDaysLeft=10 maxSessions=20 legStopPercent=500 takePercent=80 widthSteps=8 maxPositions=1
Lotus Small Spread       | stockOptionSpread   | banks      | Intraday |        46000 |          220000 |      344 |    1011 | 2026-01-05 | 1.0     |        49 | white |      2.6 |            3 |          3 | backtest   | from=09:45 to=10:30 movePercent=4 riskPercent=5 maxPositions=1 minDaysLeft=1 widthSteps=3
Loom Wide Strangle       | stockStrangle       | leaders    | Swing    |        78000 |          120000 |      288 |    1122 | 2025-06-09 | 1.0     |       299 | white |      4.9 |           10 |          - | one_to_one | delta=0.15 from=10:00 to=11:00 exposureTimes=5
Loom Day Strangle        | stockStrangle       | banks      | Intraday |       104000 |          280000 |      197 |     733 | 2025-10-20 | 1.0     |       199 | white |      2.3 |            3 |          3 | backtest   | delta=0.3 legStopPercent=50 minDaysLeft=0 maxDaysLeft=5 from=09:50 to=10:30
HDFC Bank Income Call    | coveredCall         | hdfcBank   | Delivery |       559000 |          700000 |       92 |     466 | 2024-09-16 | 1.0     |       199 | white |      0.8 |            - |          - | backtest   | callPercent=8 from=11:00 to=14:00
Loom Quick Strangle      | stockStrangle       | leaders    | Scalping |       107000 |          250000 |      133 |     601 | 2025-09-08 | 1.0     |       299 | white |      2.4 |            2 |          3 | backtest   | delta=0.35 legStopPercent=30 minDaysLeft=0 maxDaysLeft=6 from=11:30 to=12:30 exitFrom=14:30 exitTo=14:45
Quiet Thread Scalp       | stockOptionMomentum | technology | Scalping |        45000 |          150000 |      226 |     804 | 2026-08-31 | 1.0     |        49 | white |      3.7 |            3 |          3 | backtest   | from=10:00 to=12:00 rangeMinutes=45 volumeMultiple=1.3 stopPercent=15 riskPercent=1.5 maxPositions=1
Loom Delivery Call       | coveredCall         | infosys    | Delivery |       580000 |          750000 |       61 |     322 | 2025-09-08 | 1.0     |       299 | white |      0.8 |            - |          - | backtest   | callPercent=6 from=11:00 to=14:00
Loom Result Strangle     | stockStrangle       | technology | Swing    |        81000 |          220000 |        0 |     377 | 2024-10-07 | 1.1     |       399 | white |      2.6 |            8 |          - | backtest   | delta=0.25 legStopPercent=150 from=10:00 to=11:00
# arclight-systems
Arclight Straddle        | straddleSelling     | nifty      | Intraday |       187000 |          330000 |     1044 |    3655 | 2025-05-05 | 2.2     |       499 | black |      5.3 |            3 |          3 | none       | legStopPercent=40 maxDaysLeft=7 from=09:20 exitFrom=15:05 exitTo=15:15 exposureTimes=5
Arclight Bank Straddle   | straddleSelling     | bankNifty  | Intraday |       194000 |          250000 |      622 |    2188 | 2025-05-19 | 2.1     |       499 | black |      7.4 |            4 |          4 | none       | legStopPercent=40 maxDaysLeft=6 from=09:30 exitFrom=15:05 exitTo=15:15 exposureTimes=7.5
Arclight Far Strangle    | strangleSelling     | nifty      | Swing    |       184000 |          450000 |      733 |    2540 | 2025-08-04 | 1.3     |       599 | white |      3.9 |            - |          - | backtest   | delta=0.35 legStopPercent=250 minDaysLeft=3 maxDaysLeft=9 from=10:00 to=11:00 exposureTimes=4.5
Arclight Sensex Strangle | strangleSelling     | sensex     | Intraday |       183000 |          230000 |      509 |    1466 | 2026-02-16 | 1.0     |       399 | white |      7.5 |          4.5 |        4.5 | backtest   | delta=0.4 legStopPercent=80 minDaysLeft=0 maxDaysLeft=2 from=09:45 to=10:30 exitFrom=15:00 exitTo=15:15 exposureTimes=7
Beam Range Sensex        | openingRangeBuying  | sensex     | Intraday |        16000 |          100000 |      777 |    1905 | 2025-11-10 | 1.0     |       299 | white |     17.2 |            5 |          5 | backtest   | from=10:00 to=13:00 rangeMinutes=45 narrowPercent=0.25 stepsIn=5 stopPercent=15 targetMultiple=1.5 riskPercent=2.1 exposureTimes=16
Beam Two Day             | openingRangeBuying  | bankNifty  | Swing    |        47000 |          240000 |      291 |    1077 | 2026-05-11 | 1.0     |        99 | white |      7.7 |            6 |          - | backtest   | from=10:15 to=13:30 rangeMinutes=60 narrowPercent=0.4 stepsIn=6 stopPercent=20 targetMultiple=3 maxSessions=3 minDaysLeft=5 riskPercent=2
Prism Large Cap Day      | equityOpeningRange  | wide       | Intraday |       130000 |          150000 |     1166 |    2870 | 2025-03-17 | 1.2     |        49 | white |      3.5 |           20 |         20 | backtest   | from=09:30 to=12:30 rangeMinutes=15 movePercent=8 exposureTimes=3.5 maxPositions=1 stopPercent=5 volumeMultiple=1 trendDays=2
Prism Order Flow         | equityScalp         | technology | Scalping |        62000 |          100000 |      318 |    1244 | 2026-06-01 | 1.0     |        49 | black |      2.5 |            3 |          3 | none       | from=10:00 to=13:30 exposureTimes=2.5 movePercent=0.9 volumeMultiple=1.3 leanMultiple=1.1
`;

/** Algos that are closed to new deployments. */
export const STATES: Record<string, { state: StrategyState; since: string; reason: string }> = {
  "Falcon Sensex Fly": {
    state: "suspended",
    since: "2026-01-23",
    reason:
      "It lost 40% of the amount. At that loss its rules stop opening positions. The manager has suspended it.",
  },
  "Kestrel Gap Fader": {
    state: "withdrawn",
    since: "2025-02-28",
    reason:
      "Too many of its breakouts failed, and costs added to the losses. The manager withdrew it. All deployments were stopped, and their owners were notified.",
  },
  "Spring Tide Scalp": {
    state: "suspended",
    since: "2024-09-05",
    reason:
      "It lost 40% of the amount. At that loss its rules stop opening positions. The manager has suspended it.",
  },
  "Quick Eddy": {
    state: "suspended",
    since: "2026-09-07",
    reason: "It earned less before costs than its fees and charges. The manager has suspended it.",
  },
  "Tidewater Ripple": {
    state: "withdrawn",
    since: "2025-07-14",
    reason:
      "It lost 40% of the amount, most of it through costs. At that loss its rules stop opening positions. The manager withdrew it.",
  },
  "Loom Quick Strangle": {
    state: "closed",
    since: "2026-08-17",
    reason:
      "More orders would move the prices of the thinly traded strikes. Existing deployments continue; new ones must wait until capacity returns.",
  },
  "Loom Day Strangle": {
    state: "closed",
    since: "2026-10-05",
    reason:
      "It earns less before costs than its fees and charges. Existing deployments continue; new ones must wait for another version.",
  },
  "Lotus Small Spread": {
    state: "closed",
    since: "2026-10-12",
    reason:
      "It earns less before costs than its fees and charges. Existing deployments continue; new ones must wait for another version.",
  },
  "Harbour Open": {
    state: "closed",
    since: "2026-09-21",
    reason:
      "Its trades earn less than their charges. Existing deployments continue; new ones must wait for another version.",
  },
  "Loom Result Strangle": {
    state: "closed",
    since: "2025-07-21",
    reason:
      "Around company results, more orders would move the prices of the strikes it sells. Existing deployments continue; new ones must wait until capacity returns.",
  },
  "Ebb Reversion": {
    state: "closed",
    since: "2026-11-02",
    reason:
      "After a fall, prices recover too little on the same day to cover the charges. Existing deployments continue; new ones must wait for another version.",
  },
  "Pocket Tide": {
    state: "closed",
    since: "2026-11-02",
    reason:
      "After a fall, prices recover too little on the same day to cover the charges. Existing deployments continue; new ones must wait for another version.",
  },
  "Saffron Day Average": {
    state: "closed",
    since: "2026-11-09",
    reason:
      "After a fall, prices recover too little on the same day to cover the fee and the charges. Existing deployments continue; new ones must wait for another version.",
  },
  "Bank Harbour": {
    state: "closed",
    since: "2026-10-26",
    reason:
      "Its trades earn less than their charges. Existing deployments continue; new ones must wait for another version.",
  },
  "Prism Order Flow": {
    state: "closed",
    since: "2026-10-19",
    reason:
      "It earns less before costs than its fees and charges. Existing deployments continue; new ones must wait for another version.",
  },
  "Same Day Spread": {
    state: "closed",
    since: "2026-11-09",
    reason:
      "More than half of what it earns goes to fees and charges. Existing deployments continue; new ones must wait for another version.",
  },
  "Gentle Fly": {
    state: "closed",
    since: "2026-11-16",
    reason:
      "More than half of what it earns goes to fees and charges. Existing deployments continue; new ones must wait for another version.",
  },
  "Trend Half and Half": {
    state: "closed",
    since: "2026-11-16",
    reason:
      "It is out of the market too often and earns less than a deposit. Existing deployments continue; new ones must wait for another version.",
  },
};
