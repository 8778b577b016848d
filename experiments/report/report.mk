# The report, and the pages that can be published.

# The page, from the largest runs there are: committed ones (data/runs) or
# those made here. RUNS=here or RUNS=committed takes only the ones or others.
report: ## the page of findings, $(BUILD)/report/index.html
	@.ci/packages python3 jinja2
	@BUILD=$(BUILD) experiments/report/report.py $(BUILD)/report

report-check: report ## the same, looked at by a browser
	@experiments/report/check.py $(BUILD)/report/index.html

# The interface by Doxygen, the man page, the report: one folder, every link of
# which is looked at.
docs: all report ## interface, man page and report as pages, $(BUILD)/docs
	@.ci/packages doxygen mandoc
	@experiments/report/docs.sh $(BUILD)/takeaway $(BUILD)/report $(BUILD)/docs
	@experiments/report/links.py $(BUILD)/docs

.PHONY: report report-check docs
